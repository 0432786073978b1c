import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkImports, type ImportCheck } from './importCheck'
import { importRules } from './importRules'

const root = resolve(import.meta.dirname, '../..')

/** Imports that must be refused: the rule, the file that has the import, and what it imports. */
const planted: readonly (readonly [rule: string, from: string, imported: string])[] = [
  ['shared', 'shared/planted.ts', 'react'],
  ['shared', 'shared/plantedNode.ts', 'node:fs'],
  ['core-queue', 'electron/core/queue/planted.ts', '../library/target'],
  ['queue-rows', 'electron/core/queue/rows/planted.ts', '../engine/target'],
  ['queue-rows', 'electron/core/queue/rows/plantedView.ts', '../views/target'],
  ['queue-rows', 'electron/core/queue/rows/plantedQueue.ts', '../target'],
  ['queue-rows', 'electron/core/queue/rows/plantedFolder.ts', '../sending/target'],
  ['queue-engine', 'electron/core/queue/engine/planted.ts', '../commands/target'],
  ['queue-engine', 'electron/core/queue/engine/polling/planted.ts', '../../views/target'],
  ['queue-commands', 'electron/core/queue/commands/planted.ts', '../views/target'],
  ['queue-commands', 'electron/core/queue/commands/plantedEngine.ts', '../engine/target'],
  ['queue-views', 'electron/core/queue/views/planted.ts', '../commands/target'],
  ['queue-views', 'electron/core/queue/views/plantedEngine.ts', '../engine/target'],
  ['queue-folder', 'electron/core/queue/plantedFolder.ts', './sending/target'],
  ['queue-folder', 'electron/core/delivery/plantedFolder.ts', '../queue/sending/target'],
  ['core-delivery', 'electron/core/delivery/planted.ts', '../export/target'],
  ['core-tables', 'electron/core/tables/planted.ts', '../library/target'],
  ['core-library', 'electron/core/library/plantedRoom.ts', '../queue/target'],
  ['core-bringing', 'electron/core/bringing/planted.ts', '../queue/target'],
  ['core-export', 'electron/core/export/planted.ts', '../queue/target'],
  ['core-previews', 'electron/core/previews/planted.ts', '../queue/target'],
  ['core-room', 'electron/core/service/planted.ts', '../queue/target'],
  ['core-connections', 'electron/core/connections/planted.ts', '../library/target'],
  ['core-ground', 'electron/core/db/planted.ts', '../queue/target'],
  ['core-ground', 'electron/core/planted.ts', './queue/target'],
  ['core-outside', 'electron/core/ipc/planted.ts', '../../shell/target'],
  ['core-drive', 'electron/core/library/plantedFiles.ts', 'node:fs/promises'],
  ['core-drive', 'electron/core/plantedFiles.ts', 'node:fs'],
  ['core-sockets', 'electron/core/service/plantedLookup.ts', 'node:dns'],
  ['core-sockets', 'electron/core/delivery/plantedRequest.ts', 'node:https'],
  ['core-reaches', 'electron/core/ipc/planted.ts', '../../shell/target'],
  ['process-outside', 'electron/imaging/planted.ts', '../core/queue/target'],
  ['process-outside', 'electron/demo/planted.ts', '../imaging/target'],
  ['process-outside', 'electron/tables/planted.ts', '../core/queue/target'],
  ['process-outside', 'electron/backup/planted.ts', '../core/db/target'],
  ['process-imported', 'electron/shell/planted.ts', '../demo/target'],
  ['process-imported', 'electron/core/queue/plantedTables.ts', '../../tables/target'],
  ['process-imported', 'electron/core/db/plantedBackup.ts', '../../backup/target'],
  ['shell-packages', 'electron/core/library/planted.ts', 'electron'],
  ['shell-packages', 'electron/imaging/plantedKeychain.ts', 'keytar'],
  ['shell-packages', 'electron/demo/plantedStore.ts', 'electron-store'],
  ['shell-outside', 'electron/shell/plantedView.ts', '../../renderer/ui/target'],
  ['preload', 'electron/preload.ts', './shell/target'],
  ['renderer-outside', 'renderer/client/planted.ts', '../../electron/core/queue/target'],
  ['renderer-node', 'renderer/stores/planted.ts', 'node:path'],
  ['feature', 'renderer/features/compose/planted.ts', '../gallery/target'],
  ['parts', 'renderer/parts/planted.ts', '../features/gallery/target'],
  ['words', 'renderer/text/planted.ts', '../parts/target'],
  ['words', 'renderer/text/plantedHook.ts', 'react'],
  ['history', 'electron/core/queue/plantedHistory.ts', '../db/migrations/first'],
  ['ui', 'renderer/ui/planted.ts', '@shared/target'],
  ['ui', 'renderer/ui/plantedStore.ts', 'zustand'],
  ['under-features', 'renderer/stores/plantedFeature.ts', '../features/gallery/target'],
  ['product-tests', 'electron/core/service/plantedTest.ts', '../../../tests/target'],
  ['unresolved', 'electron/core/service/plantedNothing.ts', './doesNotExist'],
]

const targets = [
  'shared/target.ts',
  'tests/target.ts',
  'electron/shell/target.ts',
  'electron/imaging/target.ts',
  'electron/demo/target.ts',
  'electron/backup/target.ts',
  'electron/tables/target.ts',
  'renderer/ui/target.ts',
  'renderer/parts/target.ts',
  'renderer/features/gallery/target.ts',
  'electron/demo/art/target.ts',
  'electron/core/db/migrations/first.ts',
  'electron/core/queue/engine/pace/target.ts',
  ...['parts', 'writing'].map((name) => `electron/core/tables/${name}/target.ts`),
  ...['rows', 'engine', 'commands', 'views', 'sending'].map(
    (name) => `electron/core/queue/${name}/target.ts`,
  ),
  ...['queue', 'library', 'export', 'db'].map((room) => `electron/core/${room}/target.ts`),
]

describe('import rules', () => {
  test('hold in every file of the product', async () => {
    const { files, violations } = await checkImports(root)
    expect(violations).toEqual([])
    expect(files).toBeGreaterThan(0)
  })
})

describe('a planted import', () => {
  let folder: string
  let check: ImportCheck

  beforeAll(async () => {
    const scratch = join(root, '.cache')
    await mkdir(scratch, { recursive: true })
    // Inside the project, so that packages are resolved as from the real files.
    folder = await mkdtemp(join(scratch, 'planted-'))
    for (const target of targets) await plant(folder, target, 'export type Target = string\n')
    for (const [, from, imported] of planted) await plant(folder, from, importing(imported))
    await plant(folder, 'shared/cycleA.ts', "import type { B } from './cycleB'\nexport type A = B | 1\n")
    await plant(folder, 'shared/cycleB.ts', "import type { A } from './cycleA'\nexport type B = A | 2\n")
    await plant(folder, 'electron/core/queue/engine/pace/planted.ts', importing('../polling/taskEnds'))
    await plant(folder, 'electron/core/queue/engine/polling/taskEnds.ts', importing('../pace/target'))
    await plant(folder, 'electron/demo/art/planted.ts', importing('../pictures'))
    await plant(folder, 'electron/demo/pictures.ts', importing('./art/target'))
    await plant(folder, 'electron/core/tables/parts/planted.ts', importing('../writing/target'))
    await plant(folder, 'electron/core/tables/writing/planted.ts', importing('../parts/target'))
    check = await checkImports(folder)
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.each(planted)('breaks the rule %s in %s by %s', (rule, from) => {
    expect(check.violations.filter((line) => line.startsWith(`${rule}: ${from} -> `))).not.toEqual([])
  })

  test('of types alone is refused when it closes a cycle', () => {
    expect(check.violations).toContain('cycle: shared/cycleA.ts -> shared/cycleB.ts')
  })

  test('is refused when it closes a cycle between folders, even if no file is in one', () => {
    expect(check.violations).toContain(
      'folder-cycle: electron/core/queue/engine/pace/planted.ts -> electron/core/queue/engine/polling/taskEnds.ts',
    )
    expect(check.violations).toContain(
      'folder-cycle: electron/demo/art/planted.ts -> electron/demo/pictures.ts',
    )
    expect(check.violations).toContain(
      'folder-cycle: electron/core/tables/parts/planted.ts -> electron/core/tables/writing/target.ts',
    )
  })

  test('exists for every rule', () => {
    const tried = new Set([...planted.map(([rule]) => rule), 'cycle'])
    expect(importRules.map(({ name }) => name).filter((name) => !tried.has(name ?? ''))).toEqual([])
  })
})

const importing = (module: string): string =>
  `import type * as planted from '${module}'\nexport type Planted = typeof planted\n`

async function plant(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}
