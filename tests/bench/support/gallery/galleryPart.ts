import type { Figure } from '../figure'

/** What a part of the gallery's bench works with. */
export interface GalleryBench {
  /** Images in the library. */
  readonly rows: number
  /** How long a part that scrolls does so. */
  readonly seconds: number
  /**
   * A profile with that library, shared by all parts: a part that adds or deletes images takes one of its own from
   * `copySeededLibrary`.
   */
  readonly profile: string
  /** An empty folder for whatever a part needs; removed at the end. */
  readonly folder: string
  add(figure: Figure): void
}

/** Measures one thing about the gallery and adds its figures. */
export type GalleryPart = (bench: GalleryBench) => Promise<void>
