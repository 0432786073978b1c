import { existsSync } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NewImage } from '../../../electron/core/library/library'
import { cases } from '../../../scripts/testRun/cases'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { libraryHarness } from './libraryHarness'

/** No press. */
const none = { press: -1, which: [] }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const count = 5

type Act =
  | { readonly kind: 'delete' | 'restore' | 'discard'; readonly which: readonly number[] }
  | { readonly kind: 'undo' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'expire'; readonly days: number }
  | { readonly kind: 'restart' }
  /** The database is lost, and made again of the files and their records. */
  | { readonly kind: 'rebuild' }

const which = fc.uniqueArray(fc.nat({ max: count - 1 }), { minLength: 1, maxLength: count })
const actArbitrary: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('delete' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('discard' as const), which }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'undo' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'empty' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('expire' as const), days: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'rebuild' as const }) },
)

/** What a user would say of each image: it is shown, in the trash since a day, or in the system's trash. */
type Place = 'shown' | { readonly since: number } | 'gone'

test('whatever is deleted, restored, discarded and expires, each image is where it is said to be, with its file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(actArbitrary, { minLength: 1, maxLength: 12 }), async (acts) => {
      const harness = await libraryHarness()
      const { folder, db, ports, image, download, open } = harness
      const bin = join(folder, 'bin')
      await mkdir(bin)
      const clock = createFakeClock(Date.now())
      const options = { clock, opener: { trash: (path: string) => rename(path, join(bin, basename(path))) } }
      let run = open(options)
      const images: { readonly made: NewImage; readonly path: string }[] = []
      for (let at = 0; at < count; at++) {
        const made = image()
        const file = await run.library.place(await download(run.library, made), made)
        run.library.insert(made, file)
        images.push({ made, path: join(folder, 'library', file) })
      }
      const ids = images.map(({ made }) => made.id)
      const idsOf = (numbers: readonly number[]) => numbers.flatMap((at) => ids[at] ?? [])
      const model: Place[] = images.map(() => 'shown')
      const isTrashed = (place: Place | undefined): place is { readonly since: number } =>
        typeof place === 'object'
      let day = 0
      let undoable: { readonly press: number; readonly which: readonly number[] } = none

      const listed = async (text: string) =>
        (await run.library.page({ text }, 0, 100)).rows.map(({ id }) => id).sort()
      const looks = () =>
        ports.logger.lines.filter(({ event }) => /^library\.folder(Tidied|Away)$/.test(event)).length
      /** What follows in the background: a clock that jumps meanwhile would make a folder seem silent. */
      const settled = () =>
        eventually(
          () => db.all('SELECT 1 FROM images WHERE unrecorded = 1 OR discarded_at IS NOT NULL').length === 0,
          { what: 'what follows in the background' },
        )
      const started = async (before: number) => {
        await run.library.start()
        await eventually(() => looks() > before, { what: 'a look through the library' })
      }

      await started(0)
      for (const act of acts) {
        if (act.kind === 'delete') {
          const { press, deleted } = await run.library.delete({ ids: idsOf(act.which) })
          const shown = act.which.filter((at) => model[at] === 'shown')
          expect(deleted).toBe(shown.length)
          for (const at of shown) model[at] = { since: day }
          undoable = { press, which: shown }
        } else if (act.kind === 'undo') {
          const back = undoable.which.filter((at) => isTrashed(model[at]))
          expect(await run.library.restore(undoable.press)).toBe(back.length)
          for (const at of back) model[at] = 'shown'
          undoable = none
        } else if (act.kind === 'restore') {
          const back = act.which.filter((at) => isTrashed(model[at]))
          expect(await run.library.trash.restore({ ids: idsOf(act.which) })).toEqual({
            restored: back.length,
            missing: 0,
          })
          for (const at of back) model[at] = 'shown'
          // Deleted again, they would be another press's.
          undoable = { ...undoable, which: undoable.which.filter((at) => !back.includes(at)) }
        } else if (act.kind === 'discard' || act.kind === 'empty') {
          const selection = act.kind === 'empty' ? null : { ids: idsOf(act.which) }
          const wanted = act.kind === 'empty' ? ids.keys() : act.which
          const gone = [...wanted].filter((at) => isTrashed(model[at]))
          expect(await run.library.trash.discard(selection)).toBe(gone.length)
          for (const at of gone) model[at] = 'gone'
        } else if (act.kind === 'expire') {
          await settled()
          ports.preferences.change({ trashExpiryDays: act.days })
          day += 1
          // Presses of one moment are noted one after another: the look an hour later takes them all.
          clock.advance(dayMs + hourMs)
          for (const [at, place] of model.entries())
            if (isTrashed(place) && day - place.since >= act.days) model[at] = 'gone'
          await eventually(async () => (await listed('is:deleted')).length === model.filter(isTrashed).length)
          ports.preferences.change({ trashExpiryDays: null })
        } else {
          await settled()
          await run.bulk.stop()
          await run.library.stop()
          if (act.kind === 'rebuild') {
            db.run('DELETE FROM images')
            for (const [at, place] of model.entries()) if (isTrashed(place)) model[at] = { since: day }
          }
          undoable = none
          const before = looks()
          run = open(options)
          await started(before)
          await settled()
        }

        const where = (wanted: (place: Place) => boolean) =>
          ids.filter((_, at) => wanted(model[at] ?? 'gone')).sort()
        expect(await listed('')).toEqual(where((place) => place === 'shown'))
        expect(await listed('is:deleted')).toEqual(where(isTrashed))
        const size = await run.library.trash.size(null)
        expect(size.images).toBe(model.filter(isTrashed).length)
        expect(size.bytes).toBe(size.images * (images[0]?.made.bytes ?? 0))
        await settled()
        expect(await readdir(bin)).toHaveLength(model.filter((one) => one === 'gone').length)
        for (const [at, { path }] of images.entries()) expect(existsSync(path)).toBe(model[at] !== 'gone')
      }
      await run.library.stop()
    }),
    { numRuns: cases(6, 36), endOnFailure: true },
  )
})
