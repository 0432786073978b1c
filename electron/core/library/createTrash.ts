import { setImmediate as nextTurn } from 'node:timers/promises'
import { fewImages, type ImageSelection } from '@shared/model/imageSelection'
import type { Bulk } from '../bulk/bulk'
import type { Guard } from '../guard'
import type { Clock, Preferences } from '../ports'
import type { Discarding } from './discarding'
import type { FolderGates } from './folderGates'
import type { Gallery } from './gallery'
import type { LibraryFolders } from './libraryFolders'
import type { LibraryProfiles } from './libraryProfiles'
import type { Trash } from './trash'
import { createTrashCommands } from './trashCommands'

/** The trash, and what moves images into it. */
export interface OwnTrash extends Trash {
  /** See `Library.delete`. */
  delete(selection: ImageSelection): Promise<{ readonly press: number; readonly deleted: number }>
  /** See `Library.restore`. */
  undo(press: number): Promise<number>
  /** Begins to look for what has expired. */
  start(): void
  stop(): void
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const rowsAtOnce = 1000

export function createTrash(deps: {
  readonly gallery: Pick<Gallery, 'deletions' | 'rows' | 'lists' | 'trashLists'>
  readonly bulk: Pick<Bulk, 'register' | 'unfinished'>
  readonly folders: Pick<LibraryFolders, 'all' | 'locate'>
  readonly gates: Pick<FolderGates, 'ask'>
  readonly profiles: Pick<LibraryProfiles, 'hasOthers'>
  readonly discarding: Pick<Discarding, 'finish'>
  /** Looks at the files of images that are back, as far as those were left where they were. */
  readonly checkLeft: (numbers: readonly number[]) => Promise<void>
  readonly preferences: Pick<Preferences, 'read'>
  readonly clock: Clock
  readonly guard: Pick<Guard, 'run'>
  /** Images appeared or disappeared. */
  readonly onChange: () => void
}): OwnTrash {
  const { folders, gates, profiles, discarding, checkLeft, preferences, clock, guard, onChange } = deps
  const { deletions: rows, rows: images, lists, trashLists } = deps.gallery
  const commands = createTrashCommands({
    ...deps,
    rows,
    now: clock.now,
    onChange,
    onDiscarded: () => void guard.run(discarding.finish),
    onSelected: images.reserve,
  })
  /** Presses of this run: any other was forgotten by the window, whatever it says. */
  const given = new Set<number>()
  let stopLooking = () => {}

  async function missingOf(numbers: readonly number[]): Promise<number> {
    if (numbers.length > fewImages) return 0
    let missing = 0
    for (const id of images.idsOf(numbers)) {
      const file = images.file(id)
      // A folder that doesn't answer may have it.
      if (file !== null && (await folders.locate(file).catch(() => '')) === null) missing++
    }
    return missing
  }

  async function isShared(): Promise<boolean> {
    for (const folder of folders.all())
      if ((await gates.ask(folder, () => profiles.hasOthers(folder))) === true) return true
    return false
  }

  /** Once an hour. An expiry has to stand for that long: one that was chosen by mistake can be taken back. */
  function expireLater(days: number | null): void {
    stopLooking = clock.after(hourMs, async () => {
      const { trashExpiryDays } = preferences.read()
      expireLater(trashExpiryDays)
      if (trashExpiryDays !== null && trashExpiryDays === days)
        await commands.discardUntil(clock.now() - trashExpiryDays * dayMs, 0)
    })
  }

  return {
    async delete(selection) {
      const { length } = await lists.selected(selection)
      const press = rows.newPress(clock.now())
      given.add(press)
      await commands.delete(press, selection, length)
      return { press, deleted: length }
    },

    undo: async (press) => (given.has(press) ? commands.undo(press) : 0),

    async size(selection) {
      if (selection === null) {
        const { total } = await trashLists.costs({ text: '' })
        return { ...rows.size(), isShared: await isShared(), total }
      }
      const numbers = await trashLists.selected(selection)
      const total = await trashLists.selectedCosts(selection)
      let [bytes, left, changed] = [0, 0, 0]
      for (let from = 0; from < numbers.length; from += rowsAtOnce) {
        const held = rows.heldOf(numbers.slice(from, from + rowsAtOnce))
        bytes += held.bytes
        left += held.left
        changed += held.changed
        await nextTurn()
      }
      return { images: numbers.length, bytes, left, changed, isShared: await isShared(), total }
    },

    async restore(selection) {
      const numbers = await trashLists.selected(selection)
      const restored = await commands.restore(selection, numbers.length)
      await checkLeft(numbers)
      return { restored, missing: await missingOf(numbers) }
    },

    async discard(selection) {
      if (selection === null) return commands.discardUntil(rows.latest(), rows.size().images)
      const { length } = await trashLists.selected(selection)
      return commands.discard(selection, length)
    },

    start() {
      expireLater(preferences.read().trashExpiryDays)
    },

    stop: () => stopLooking(),
  }
}
