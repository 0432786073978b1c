import type { BenchApp } from '../benchApp'
import type { Probe } from '../scale/probe'
import type { Bare } from './bare'
import type { LibraryWorld } from './libraryWorld'

/** One thing that is done to the library while its main process is measured. */
export interface LibraryPart {
  readonly name: string
  /** The same files and rows, with nothing around them: milliseconds. */
  bare(world: LibraryWorld, bare: Bare): Promise<number>
  /** Unmeasured. */
  prepare?(world: LibraryWorld): Promise<void>
  /** Measured. Throws if it doesn't come to what it should. */
  run(world: LibraryWorld, app: BenchApp, probe: Probe): Promise<void>
  /** What follows in the background: only its tasks are measured. */
  follow?(world: LibraryWorld): Promise<void>
}
