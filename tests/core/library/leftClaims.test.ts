import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { claimName } from '../../../electron/core/claimedName'
import { eventually } from '../../support/eventually'
import { fuse, fusedDatabase } from '../../support/fuse'
import { temporaryFolder } from '../../support/temporaryFolder'
import { moveHarness } from './moving/moveHarness'
import { movedFiles } from './upkeep/movedFiles'

vi.mock(import('../../../electron/core/drive'), async (load) => {
  const { fusedDrive } = await import('../../support/fuse')
  return fusedDrive(await load())
})

afterEach(fuse.reset)

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.png'))

/** On a drive that knows no second names, ends a run as a kill does once a name is claimed in a folder. */
function killAtClaim(folder: string): void {
  const isClaim = (name: string) => readFileSync(join(folder, name), 'latin1').endsWith('.part\n')
  fuse.refusesLinks = true
  fuse.onWrite = () => {
    if (!filesIn(folder).some(isClaim)) return
    fuse.left = 0
    throw Object.assign(new Error('killed'), { code: 'EIO' })
  }
}

function startAgain(): void {
  fuse.reset()
  fuse.refusesLinks = true
}

test.each([
  ['goes on', 'done'],
  ['is cancelled', 'undone'],
] as const)('a move that was killed when it claimed a name, and %s, leaves no claim', async (_, end) => {
  const { open, save, target, step, db, unreadable } = await moveHarness()
  const { file } = await save(open().library)
  const killed = open({ db: fusedDatabase(db) }).library
  killAtClaim(target)
  const { plan } = await killed.moving.plan(target)
  killed.moving.begin(plan)
  await killed.start()
  await eventually(() => fuse.left === 0)
  await killed.stop()
  expect(filesIn(target)).toEqual([file])
  startAgain()
  const { library } = open()
  if (end === 'undone') library.moving.act('cancel')
  await library.start()
  await step(library, end)
  expect(filesIn(target)).toEqual(end === 'done' ? [file] : [])
  expect(await unreadable(library)).toEqual([])
})

test('an image whose place was claimed when a kill came is missing, and can be put back', async () => {
  const world = await movedFiles()
  const { putBack } = world.library.ground.placing
  const image = await world.put(1)
  await world.record(image)
  await rm(world.at(image.file))
  const fetched = async (index: number) => {
    const temp = await world.library.tempPath(image.jobId, index)
    await writeFile(temp, world.contentOf(1))
    return temp
  }
  killAtClaim(world.root)
  await expect(putBack(await fetched(0), image.file)).rejects.toThrow('killed')
  startAgain()
  expect(filesIn(world.root)).toEqual([image.file])
  expect(await world.check()).toMatchObject({ missing: 1, changed: 0 })
  expect(await world.opened(image.id)).toBeNull()
  // As an import does, whose file has another name until then.
  expect(await putBack(await fetched(1), image.file)).toBe(true)
  expect(await world.check()).toMatchObject({ missing: 0, changed: 0 })
  expect(await world.opened(image.id)).toEqual(world.contentOf(1))
})

test('what someone puts in the place of a claim stays when the file can’t get the name', async () => {
  const folder = temporaryFolder()
  const [temp, path] = [join(folder, 'temp.part'), join(folder, 'fern.png')]
  await writeFile(temp, 'fetched')
  fuse.refusesLinks = true
  fuse.onWrite = () => {
    if (!existsSync(path)) return
    fuse.onWrite = () => {}
    writeFileSync(path, 'of the user')
    throw Object.assign(new Error('no'), { code: 'EIO' })
  }
  await expect(claimName(temp, path)).rejects.toThrow('no')
  expect(readFileSync(path, 'utf8')).toBe('of the user')
})
