import { readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Changes } from '../../../../electron/core/changes'
import { createImaging } from '../../../../electron/core/library/imaging'
import type { Moving } from '../../../../electron/core/library/moving/moving'
import { openUpkeep } from '../../../../electron/core/library/upkeep/openUpkeep'
import { eventually } from '../../../support/eventually'
import { testGuard } from '../../../support/testGuard'
import { unwatchedStart } from '../../../support/unwatchedStart'
import { moveHarness } from './moveHarness'

/** What a test opens later. */
function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Pauses the move as soon as something is so. */
async function pausedOnce(
  library: { readonly moving: Moving },
  changes: Changes,
  isSo: () => boolean,
): Promise<void> {
  let isPaused = false
  changes.subscribe(() => {
    if (isPaused || !isSo()) return
    isPaused = true
    library.moving.act('pause')
  })
  await eventually(() => isPaused, { what: 'the moment to pause' })
}

test('a file without a row gets it before the move forgets its folder, and moves too', async () => {
  const { open, ports, save, image, withJob, download, begin, step, source, target, db, has } =
    await moveHarness()
  const killed = open()
  await killed.library.start()
  await save(killed.library)
  await save(killed.library)
  const late = image({ prompt: 'a late boat' })
  withJob(late)
  // The app ends between the file and its row.
  const file = await killed.library.place(await download(killed.library, late), late)
  await killed.library.stop()

  const gate = createGate()
  const imaging = createImaging(ports)
  const { library } = open({
    imaging: {
      ...imaging,
      async inspect(...asked) {
        await gate.opened
        return imaging.inspect(...asked)
      },
    },
  })
  await library.start()
  await begin(library)
  await step(library, 'removing')
  // Turns in which it could end, if it didn't wait.
  for (let turns = 0; turns < 200 && library.moving.shown()?.step !== 'done'; turns++) await stat(target)
  gate.open()
  await step(library, 'done')
  const { id = '' } =
    db.get<{ id: string }>('SELECT id FROM images WHERE job_id = :job', { job: late.jobId }) ?? {}
  await eventually(async () => (await library.imageFile(id)) !== null, { what: 'its row and its file' })
  expect(has(source, file)).toBe(false)
  expect(has(target, file)).toBe(true)
})

test('a check that is under way when a move begins is ended, and calls nothing missing', async () => {
  const { open, ports, save, begin, step, db } = await moveHarness()
  const { library, changes, imaging } = open()
  await library.start()
  for (let n = 0; n < 5; n++) await save(library)
  const gate = createGate()
  const { ground } = library
  const guard = testGuard()
  const upkeep = openUpkeep({
    ...ports,
    fetchAgain: async () => 'unknown',
    ground: {
      ...ground,
      gates: {
        ...ground.gates,
        async ask(...asked) {
          await gate.opened
          return ground.gates.ask(...asked)
        },
      },
    },
    ...{ db, changes, imaging, guard, clock: guard.clock, starts: unwatchedStart },
  })
  upkeep.check()
  await begin(library)
  await step(library, 'done')
  gate.open()
  await eventually(() => upkeep.state().running === null, { what: 'the end of the check' })
  await upkeep.stop()
  expect(db.all('SELECT id FROM images WHERE outside IS NOT NULL')).toEqual([])
})

test.each([
  ['otherwise', () => 'a long evening of retouching'],
  ['in no more bytes', (bytes: number) => 'x'.repeat(bytes)],
])(
  'an image that is changed in the new folder during the move stays so, and its original too: %s',
  async (_, changed) => {
    const { open, save, begin, step, target, source, has } = await moveHarness()
    const { library, changes } = open()
    await library.start()
    await save(library)
    const edited = await save(library)
    const path = join(target, edited.file)
    await begin(library)
    await pausedOnce(library, changes, () => has(target, edited.file))
    // As editors save: beside it, and then in its place.
    const text = changed(edited.bytes)
    await writeFile(`${path}.new`, text)
    await rename(`${path}.new`, path)
    library.moving.act('resume')
    await step(library, 'done')
    expect(await library.imageFile(edited.id)).toBe(path)
    expect(await readFile(path, 'utf8')).toBe(text)
    expect(has(source, edited.file)).toBe(true)
    expect(library.moving.shown()).toMatchObject({ kept: 1 })
  },
)

test('an edit in the new folder stays there when the move is cancelled, and that is said', async () => {
  const { open, save, begin, step, source, target, has, db } = await moveHarness()
  const { library, changes } = open()
  await library.start()
  const [edited, other] = [await save(library), await save(library)]
  await begin(library)
  const isTwice = () =>
    db.get('SELECT 1 FROM moved_files WHERE job_id = :job', { job: edited.jobId }) !== undefined
  await pausedOnce(library, changes, isTwice)
  const path = join(target, edited.file)
  // As most programs save.
  await writeFile(`${path}.new`, 'hours of work')
  await rename(`${path}.new`, path)
  library.moving.act('cancel')
  await step(library, 'undone')
  expect(library.moving.shown()).toMatchObject({ kept: 1 })
  expect(await readFile(path, 'utf8')).toBe('hours of work')
  expect(await library.imageFile(edited.id)).toBe(join(source, edited.file))
  expect(has(target, other.file)).toBe(false)
})

test('what is discarded during a move doesn’t come back when that is cancelled', async () => {
  const { open, save, begin, step, write, target, source, db, has } = await moveHarness()
  const { library, changes } = open()
  await library.start()
  const gone = await save(library)
  await save(library)
  // Its copy gets another name.
  await write(target, gone.file, 'another file')
  await library.delete({ ids: [gone.id] })
  const isTwice = () =>
    db.get('SELECT 1 FROM moved_files WHERE job_id = :job', { job: gone.jobId }) !== undefined
  await begin(library)
  await pausedOnce(library, changes, isTwice)
  expect(await library.trash.discard(null)).toBe(1)
  library.moving.act('cancel')
  await step(library, 'undone')
  await eventually(() => db.get('SELECT 1 FROM images WHERE id = :id', { id: gone.id }) === undefined, {
    what: 'the end of what was discarded',
  })
  library.tidyAgain()
  await library.ground.tidied()
  expect(db.all('SELECT id FROM images')).toHaveLength(1)
  expect(has(source, gone.file)).toBe(false)
})

test('a move clears what is its own, and leaves what another profile has in the same folders', async () => {
  const { open, save, image, withJob, write, begin, step, source, target, has } = await moveHarness()
  const { library } = open()
  await library.start()
  const [moved, own, other] = [await save(library), image(), image()]
  withJob(own)
  const inIncoming = (jobId: string) => `.cyanotype/incoming/${jobId}-1.part`
  const inMoving = (jobId: string) => `.cyanotype/moving/${jobId}-1.part`
  // A kill came between the file and its name.
  const halfRecord = (jobId: string) => `.cyanotype/records/${jobId}-1.json.0123456789abcdef.new`
  for (const { jobId } of [own, other]) {
    await write(source, inIncoming(jobId), 'half')
    await write(source, `${inIncoming(jobId)}.json`, '{}')
    await write(source, halfRecord(jobId), '{')
  }
  for (const { jobId } of [moved, other])
    for (const folder of [source, target]) await write(folder, inMoving(jobId), 'half')
  await begin(library)
  await step(library, 'done')

  const left = (folder: string, paths: readonly string[]) => paths.filter((path) => has(folder, path))
  const ofDownload = ({ jobId }: { jobId: string }) => {
    const part = inIncoming(jobId)
    return [part, `${part}.json`, halfRecord(jobId)]
  }
  const others = [...ofDownload(other), inMoving(other.jobId)]
  const owns = [...ofDownload(own), inMoving(moved.jobId)]
  // Last of all, after the move is done.
  await eventually(() => left(source, owns).length === 0, { what: 'the end of what is its own' })
  expect(left(source, others)).toEqual(others)
  expect(left(target, [inMoving(moved.jobId), inMoving(other.jobId)])).toEqual([inMoving(other.jobId)])
})

test('a target that the user puts elsewhere, and makes a link to the library, takes no original away', async () => {
  const { open, save, begin, step, source, target, folder, unreadable } = await moveHarness()
  const { library, changes } = open()
  for (let number = 0; number < 5; number++) await save(library)
  await begin(library)
  const isHalf = () => library.moving.shown()?.doneImages === 2
  const paused = pausedOnce(library, changes, isHalf)
  await library.start()
  await paused
  expect(library.moving.shown()).toMatchObject({ step: 'copying', paused: true })
  await rename(target, join(folder, 'aside'))
  await symlink(source, target)
  library.moving.act('resume')
  await step(library, 'done')
  expect(await unreadable(library)).toEqual([])
})
