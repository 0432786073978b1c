import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** In memory: thousands of databases and libraries that wait for a disk at each commit take half of a run. */
const memory = '/dev/shm'
const folder = join(memory, 'cyanotype-tests')
/** Far more than a run has in files at once, in bytes. */
const roomNeeded = 4 * 2 ** 30

/**
 * Gives a test run, and all that it starts, a folder in memory for temporary files, where there is one with room. It is
 * removed when this process ends; what a run that was killed left is removed first.
 */
export function keepFilesInMemory(): void {
  if (process.platform !== 'linux' || !existsSync(memory)) return
  // Somebody wants them elsewhere; or this is a worker of such a run.
  if (process.env.TMPDIR) return
  for (const pid of existsSync(folder) ? readdirSync(folder) : [])
    if (!existsSync(`/proc/${pid}`)) rmSync(join(folder, pid), { recursive: true, force: true })
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < roomNeeded || !mayRunPrograms()) return
  const own = join(folder, String(process.pid))
  mkdirSync(own, { recursive: true })
  process.env.TMPDIR = own
  process.on('exit', () => rmSync(own, { recursive: true, force: true }))
}

/** Some tests put a program there. */
function mayRunPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.find((line) => line.split(' ')[1] === memory)?.split(' ')[3]
  return options !== undefined && !options.split(',').includes('noexec')
}
