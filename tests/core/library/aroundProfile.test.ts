import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { pngWith, textChunk } from '../../support/toldImages'
import { bringIn, detailsOf, folderOf, look } from '../bringing/bringingHarness'
import { recipeFor } from '../export/exportHarness'

const fern = () => pngWith([textChunk('Description', 'a fern')], { width: 40 })

test('a library around the profile takes none of the profile’s own files for that of an image', async () => {
  const root = temporaryFolder()
  const library = join(root, 'home')
  const pictures = await folderOf({ 'fern.png': await fern() })
  const run = await startCore(library, {
    prepare: ({ preferences }) => void preferences.change({ libraryPath: library }),
  })
  const { call } = run
  await bringIn(run, pictures)
  const { id, file } = await detailsOf(call, 'fern.png')
  await mkdir(join(root, 'exports'))
  const recipe = await recipeFor(run, join(root, 'exports'))
  // Its own bytes, in the profile until the next start.
  await call('originals.copyFiles', { ids: [id], recipeId: recipe.id })

  await rm(join(library, file))
  await call('library.check', { asked: true })
  await eventually(async () => (await call('app.snapshot', null)).upkeep.running === null, {
    what: 'the end of the check',
  })
  expect(await call('images.details', { id })).toMatchObject({ file, outside: 'missing' })
})

test('an import of what is around the profile brings in none of the profile’s own files, such as thumbnails', async () => {
  const home = temporaryFolder()
  const pictures = await folderOf({ 'fern.png': await fern() }, join(home, 'pictures'))
  const run = await startCore(home)
  await bringIn(run, pictures)
  const { id } = await detailsOf(run.call, 'fern.png')
  await eventually(async () => (await run.core.images.thumbnail(id, 'thumb')) !== null, {
    what: 'a thumbnail',
  })
  // The one of the user's, and that of the library.
  expect(await look(run, home)).toMatchObject({ images: 0, known: 2, unread: { count: 0 } })
})
