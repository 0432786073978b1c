import type { Disk } from './disk'
import { look } from './openDatabase'
import type { World } from './world'

/** Judges each question about a task as it is put on the wire: none is asked about one that the start left out. */
export function createPollCheck(
  world: World,
  disk: Pick<Disk, 'entries' | 'volumeOf'>,
  profile: string,
): (bytes: Buffer) => void {
  return (bytes) => {
    const volume = disk.volumeOf(profile)
    // Its notes may be of earlier.
    if (volume?.state !== 'well' || volume.unwellIn === world.run()) return
    const notes = disk.entries.get(`${profile}/start.log`)?.bytes.toString() ?? ''
    if (!notes.includes('"poll ')) return
    const [, path = ''] = /^GET (\S+) /.exec(bytes.toString('latin1')) ?? []
    const [, leftOut = ''] = /"leftOut":\[([^\]]*)\]/.exec(notes) ?? []
    const jobs = look<{ id: string }>(
      "SELECT id FROM jobs WHERE task_id IS NOT NULL AND :path LIKE '%/' || task_id",
      { path },
    )
    for (const { id } of jobs)
      if (leftOut.includes(`"poll ${id}"`))
        world.fault(`the task of ${id} was left out of the start, and is asked for`)
  }
}
