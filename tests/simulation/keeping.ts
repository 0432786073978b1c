import type { Desktop } from './desktop'
import type { Disk } from './disk'
import { look } from './openDatabase'
import { noteChosen, type Orders } from './orders'
import type { Press } from './undoing'
import type { World } from './world'

/** The user and the library: moves it, loses files, has it checked, and asks the service again for what is missing. */
export interface Keeping {
  loseFile(): void
  check(): void
  /** Has the library checked, and nothing else. */
  checkAll(): void
  move(): void
  actOnMove(): void
  /** Lets a move go on to its end. */
  clearUp(): void
}

const folders = ['/world/library', '/world/library2', '/world/library3'] as const

export function createKeeping(
  world: World,
  desktop: Desktop,
  disk: Pick<Disk, 'entries' | 'erase' | 'spoilsCopies'>,
  orders: Orders,
  press: Press,
): Keeping {
  const { random } = world

  return {
    loseFile() {
      const rows = look<{ file: string; sha256: string }>(
        'SELECT file, sha256 FROM images WHERE deleted_at IS NULL ORDER BY id',
      )
      const row = random.pickAny(rows)
      const path = folders.map((folder) => `${folder}/${row?.file}`).find((one) => disk.entries.has(one))
      if (row === undefined || path === undefined) return
      world.tell(`somebody deletes ${path}`)
      orders.lost.add(row.sha256)
      disk.erase(path)
      if (random.chance(0.5)) press('asks again for it', 'library.askAgain', { imageId: null })
    },
    check() {
      if (random.chance(0.4)) press('has the library checked', 'library.check', { asked: true })
      else if (random.chance(0.8))
        press('asks again for what is missing', 'library.askAgain', { imageId: null })
      else press('has rows made from records', 'library.rebuild', null)
    },
    checkAll: () => press('', 'library.check', { asked: true }),
    move() {
      const folder = random.pick(folders)
      desktop.chosenFolder = folder
      noteChosen(orders, folder, world.elapsed())
      press(`moves the library to ${folder}`, 'library.planMove', null, (plan) => {
        orders.hasMoved = true
        if (plan === null) return
        if (!disk.spoilsCopies && random.chance(0.3)) {
          world.tell('copies of files are not as they were written')
          disk.spoilsCopies = true
        }
        press('agrees to the move', 'library.move', { plan: plan.plan })
      })
    },
    actOnMove() {
      const action = random.pick(['pause', 'resume', 'resume', 'cancel', 'dismiss'] as const)
      press(`presses ${action} of the move`, 'library.actOnMove', { action })
    },
    clearUp: () => press('', 'library.actOnMove', { action: 'resume' }),
  }
}
