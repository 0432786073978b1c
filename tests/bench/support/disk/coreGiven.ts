import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CoreProgram } from '../../../support/coreProgram'
import { certificate } from '../../../support/loopbackCertificate'

export interface CoreGiven {
  /** A folder of its own, made and removed by the caller. */
  readonly folder: string
  readonly program: CoreProgram
  /** Path of the built imaging entry. */
  readonly imaging: string
  /** Milliseconds since the epoch, the same for every process of a run. */
  readonly startedAt: number
  /** How many times faster waits of the core pass. */
  readonly speed: number
  /** Milliseconds. */
  readonly timeouts: { readonly paid: number; readonly free: number }
  /** Where its profile and library are; default in `folder`. */
  readonly home?: string
}

/** Writes what every process of a run finds, and says what it is started with. */
export async function prepareCore(of: CoreGiven) {
  const { folder, program, imaging, startedAt, speed, timeouts, home = folder } = of
  const trusted = join(folder, 'trusted.pem')
  const notes = join(folder, 'notes.txt')
  await writeFile(trusted, certificate)
  await writeFile(notes, '')
  return {
    program,
    notes,
    /** How the names of libfiu's pipes begin. */
    pipes: join(folder, 'fiu'),
    given: { folder: home, imaging, notes, startedAt, speed, timeouts },
    env: { NODE_EXTRA_CA_CERTS: trusted },
  }
}
