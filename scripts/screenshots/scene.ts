import type { ElectronApplication, Page } from '@playwright/test'

export const themes = ['dark', 'light'] as const

export type Theme = (typeof themes)[number]

export interface WindowSize {
  readonly width: number
  readonly height: number
  /** How much larger everything is drawn; default 1. */
  readonly zoom?: number
}

/** A state of the window worth a picture. Each scene starts with an empty profile. */
export interface Scene {
  /** Begins the file names of its pictures. */
  readonly name: string
  /** Options of the demo service, as in `shared/processes/demo.ts`. */
  readonly demo?: Readonly<Record<string, number>>
  /** Pixels of the window's content, where other than the usual. */
  readonly sizes?: readonly WindowSize[]
  /** Brings the app from the first-run screen to the state; resolves when that is to be seen. */
  readonly prepare: (page: Page, app: ElectronApplication) => Promise<void>
}
