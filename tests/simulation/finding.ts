import type { Disk } from './disk'
import { isShown } from './imageCheck'
import { look } from './openDatabase'
import type { Orders } from './orders'
import { sha256Of } from './picture'
import type { Press } from './undoing'
import type { World } from './world'

/** The user and pictures in answers that nobody could read: looks at them, and says which is one of theirs. */
export interface Finding {
  look(jobId: string): void
  /** Notes what is offered now, whether or not the user looks. */
  note(): void
  /** Says of each that is there what it is. */
  clearUp(): void
  /** What must hold once the world was kind for long. `others` have the same library. */
  check(others: readonly Orders[]): void
}

/** What was offered beside a request. */
interface Seen {
  readonly jobId: string
  readonly path: string
  readonly sha256: string
  isRefused: boolean
  /** How often the user took it, and was not refused, once nothing failed any more. */
  taken: number
}

const offers =
  "SELECT job_id AS jobId, position, spool_file AS path FROM found_images WHERE state = 'offered'"
/** Where the window shows them: what a former answer has is nothing to say while the next task runs. */
const isListed = `EXISTS (SELECT 1 FROM jobs WHERE id = job_id AND (attention_json ->> 'code' = 'imageFound'
  OR state IN ('uncertain', 'done', 'failed', 'cancelled')))`

export function createFinding(
  world: World,
  disk: Pick<Disk, 'entries' | 'volumes'>,
  orders: Orders,
  press: Press,
): Finding {
  const { random } = world
  const seen = new Map<string, Seen>()

  function see(jobId: string, position: number): Seen | undefined {
    const key = `${jobId} ${position}`
    const [row] = look<{ path: string }>(
      `SELECT spool_file AS path FROM found_images
       WHERE job_id = :jobId AND position = :position AND spool_file IS NOT NULL`,
      { jobId, position },
    )
    const inode = disk.entries.get(row?.path ?? '')
    if (row !== undefined && inode !== undefined && !seen.has(key)) {
      const sha256 = sha256Of(inode.bytes)
      seen.set(key, { jobId, path: row.path, sha256, isRefused: false, taken: 0 })
    }
    return seen.get(key)
  }

  function answer(
    words: string,
    { jobId, position }: { jobId: string; position: number },
    took: () => void,
  ): void {
    const one = see(jobId, position)
    const isImage = random.chance(0.7)
    if (one !== undefined && !isImage) {
      one.isRefused = true
      orders.refused.add(one.sha256)
    }
    press(
      words && `${words} is ${isImage ? '' : 'not '}its image`,
      'found.answer',
      { id: jobId, position, isImage },
      () => {
        if (isImage) took()
      },
    )
  }

  return {
    look(jobId) {
      if (look(`${offers} AND job_id = :jobId AND ${isListed}`, { jobId }).length === 0) return
      press('looks at what was found', 'found.list', { id: jobId }, (pictures) => {
        for (const { position } of pictures) {
          see(jobId, position)
          if (random.chance(0.5)) answer(`says that ${position}`, { jobId, position }, () => {})
        }
      })
    },
    note() {
      for (const { jobId, position } of look<{ jobId: string; position: number }>(offers))
        see(jobId, position)
    },
    clearUp() {
      // One of each: the window shows no other until that is saved.
      const listed = look<{ jobId: string; position: number }>(
        `SELECT jobId, min(position) AS position FROM (${offers} AND ${isListed}) GROUP BY jobId`,
      )
      for (const { jobId, position } of listed)
        answer('', { jobId, position }, () => {
          const one = see(jobId, position)
          if (one !== undefined) one.taken += 1
        })
    },
    check(others) {
      if (orders.databaseLostAt !== null) return
      const offered = new Set(look<{ path: string }>(offers).map(({ path }) => path))
      for (const { jobId, path, sha256, isRefused, taken } of seen.values()) {
        const isByWord = [orders, ...others].some(
          ({ deleted, lost }) => deleted.has(sha256) || lost.has(sha256),
        )
        if (isRefused || isByWord) continue
        if (taken > 1 && offered.has(path)) world.fault(`a picture of ${jobId} can't be taken`)
        const isKept = disk.entries.has(path) || isShown(disk, jobId, sha256)
        if ((orders.sendAgain.get(jobId) ?? 0) > 0 && !isKept)
          world.fault(`a picture of ${jobId} is gone, which was sent again, and nobody said that it is none`)
      }
    },
  }
}
