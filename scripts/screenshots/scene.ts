import type { ElectronApplication, Page } from '@playwright/test'

export const themes = ['dark', 'light'] as const

export type Theme = (typeof themes)[number]

export interface WindowSize {
  readonly width: number
  readonly height: number
  /** How much larger everything is drawn; default 1. */
  readonly zoom?: number
}

/** Where Details and the queue share a column, and where each has its own. */
export const mediumAndLarge: readonly WindowSize[] = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]

/** A state of the window worth a picture. */
export interface Scene {
  /** The beginning of the file names of its pictures. */
  readonly name: string
  /** Starts with the bench's library of so many images; default: with an empty profile. */
  readonly library?: number
  /** Options of the demo service, as in `shared/processes/demo.ts`. */
  readonly demo?: Readonly<Record<string, number>>
  /** Pixels of the window's content, if not the usual size. */
  readonly sizes?: readonly WindowSize[]
  /** Brings the app from the first-run screen to this state; resolves when the state is visible. */
  readonly prepare: (page: Page, app: ElectronApplication) => Promise<void>
}
