import type { Collection } from '@shared/model/collection'
import type { Beside } from './reorderRows'

/** What a command did: `press` names it, so that it can be taken back; `changed` counts the images it was about. */
export interface Collected {
  readonly press: number
  readonly changed: number
}

/** Images that the user put together. Commands resolve once all of their images are done. */
export interface Collections {
  /** By name, with how many images each shows. */
  list(): readonly Collection[]
  /**
   * Throws AppFailure `collectionNameTaken` or `collectionsTooMany`. `numbers`: images that are in it from the start.
   */
  create(name: string, numbers: readonly number[]): Promise<Collected & { readonly id: string }>
  /** Throws AppFailure `collectionNameTaken` or `rowMissing`. */
  rename(id: string, name: string): Promise<Collected>
  /** The images stay in the library. Throws AppFailure `rowMissing`. */
  remove(id: string): Promise<Collected>
  /** At its end, those that aren't in it. Throws AppFailure `rowMissing`. */
  add(id: string, numbers: readonly number[]): Promise<Collected>
  /** Throws AppFailure `rowMissing`. */
  takeOut(id: string, numbers: readonly number[]): Promise<Collected>
  /**
   * Moves those that are in it before or after an image, in their order. Nothing moves if that
   * image isn't in it. Throws AppFailure `rowMissing`.
   */
  move(id: string, numbers: readonly number[], beside: Beside): Promise<Collected>
  /**
   * Takes back what a press of this run did, or does it again, as far as everything still is as it left it. Resolves
   * with how much that was; 0 if that isn't known any more.
   */
  turn(press: number, way: 'back' | 'again'): Promise<number>
  /** Forgets what nobody can take back any more, in slices. */
  tidy(signal: AbortSignal): Promise<void>
}
