import { open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErrorCode } from '@shared/errors'
import { createImaging } from '../../../../electron/core/library/imaging'
import { childProcesses } from '../../childProcesses'
import { realClock } from '../../fakeClock'
import { memoryLogger } from '../../testPorts'
import { pictures } from '../corpora/pictures'
import { appErrorOf } from '../expectations'
import { peakMegabytes } from '../processPeak'
import type { Greedy, Reader } from '../reader'
import { strayFiles } from '../strayFiles'

const edge = 64
const lookMs = 20
const limitMs = 60_000
/** The limit for one process. */
const memoryMegabytes = 512

/** Errors that bytes may cause; `decoderEnded`: the process died of them, twice, and nothing else did. */
const expected: ReadonlySet<ErrorCode> = new Set([
  'imageNotAnImage',
  'imageUndecodable',
  'imageTooLarge',
  'decoderEnded',
])

async function beginning(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0)
    return buffer.toString('latin1')
  } finally {
    await file.close()
  }
}

/**
 * Pictures as downloads are checked and shown: decoded, and scaled down, by the imaging process. `runtime`:
 * see `childProcesses`.
 */
export async function pictureReader(
  folder: string,
  { runtime }: { readonly runtime?: string } = {},
): Promise<Reader> {
  const processes = await childProcesses(runtime === undefined ? {} : { runtime })
  const imaging = createImaging({ processes, clock: realClock, logger: memoryLogger() })
  let peak = 0
  const greedy: Greedy[] = []
  /** Processes that took too much memory, and how much. */
  const tooMuch = new Map<number, number>()
  const look = () => {
    for (const { pid = 0 } of processes.running('imaging')) {
      const megabytes = peakMegabytes(pid)
      peak = Math.max(peak, megabytes)
      if (megabytes > memoryMegabytes) tooMuch.set(pid, megabytes)
    }
  }

  /** A process's peak never goes down: another is started, so that the next greedy picture is found too. */
  function blame(index: number): void {
    look()
    for (const [pid, megabytes] of tooMuch) {
      tooMuch.delete(pid)
      greedy.push({ index, megabytes })
      for (const child of processes.running('imaging')) if (child.pid === pid) child.kill('SIGKILL')
    }
  }

  const looking = setInterval(look, lookMs)

  async function decode(path: string, target: string): Promise<'taken' | 'refused'> {
    try {
      const { decoded, width, height } = await imaging.inspect(path)
      // A format that is never shown is kept as it came.
      if (!decoded) return 'refused'
      if (!(width >= 1 && height >= 1)) throw new Error(`a picture of ${width} by ${height}`)
      await imaging.thumbnail(path, [{ path: target, edge }])
    } catch (problem) {
      const { code } = appErrorOf(problem)
      if (!expected.has(code)) throw problem
      return 'refused'
    }
    if (!/^RIFF....WEBP$/s.test(await beginning(target))) throw new Error('the thumbnail is none')
    return 'taken'
  }

  return {
    corpus: await pictures(),
    limitMs,
    atOnce: 3,
    async read({ bytes, index }) {
      const path = join(folder, `${index}.bin`)
      const target = join(folder, `${index}.webp`)
      await writeFile(path, bytes)
      try {
        return await decode(path, target)
      } finally {
        blame(index)
        await rm(path)
        await rm(target, { force: true })
      }
    },
    watch() {
      look()
      return { peakMegabytes: peak, greedy, ended: Math.max(0, processes.started('imaging') - 1) }
    },
    async close() {
      look()
      clearInterval(looking)
      await imaging.stop()
      await processes.stop()
      // A process that is killed leaves the file it was writing.
      return strayFiles(folder, /^\d+\.webp\.\d+\.tmp$/)
    },
  }
}
