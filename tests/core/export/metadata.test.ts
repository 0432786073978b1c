import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { RecipeSettings } from '@shared/model/exportRecipe'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureProvenance } from '../../../electron/imaging/pictureProvenance'
import {
  internationalChunk,
  plainPicture,
  pngWith,
  webUiText,
  withCredentials,
} from '../../support/toldImages'
import { exiftoolTags, readersAbsence } from '../imaging/metadata/foreignReaders'
import { exported, namesIn, planOf, recipeFor, setUp } from './exportHarness'

const absence = readersAbsence()

/** A library with one image that was brought in, whose file tells its prompt and has Content Credentials. */
async function told(prompt = 'a fern, 蕨 🌿') {
  const chunks = [internationalChunk('parameters', webUiText(prompt))]
  const original = withCredentials(await pngWith(chunks, { width: 40 }), 'png')
  const set = await setUp(['fern.png'], async (path) => writeFile(path, original))
  return { ...set, original, prompt }
}

test.skipIf(absence !== null)(
  'an export writes what is known about an image into each format, and its .xmp beside it',
  async () => {
    const { call, ids, folder, ports, prompt } = await told()
    const [id = ''] = ids
    await call('images.mark', { selection: { ids: [id] }, change: { rating: 4 } })
    for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const settings = { format, metadata: 'kept', sidecar: true, template: format } as const
      const { run } = await exported(call, await recipeFor({ call, ports }, folder, settings), ids)
      expect(run).toMatchObject({ written: 1, failed: [] })
      const ext = format === 'jpeg' ? 'jpg' : format
      const files = [`${format}.${ext}`, `${format}.${ext}.xmp`]
      for (const tags of await exiftoolTags(files.map((name) => join(folder, name))))
        expect(tags).toMatchObject({
          'XMP:Description': prompt,
          'XMP:AIPromptInformation': prompt,
          'XMP:AISystemUsed': 'Stable Diffusion web UI',
          'XMP:AISystemVersionUsed': 'dreamshaper_8',
          'XMP:Rating': 4,
        })
      const { prompt: read, hasCredentials } = await pictureProvenance(join(folder, `${format}.${ext}`))
      expect({ read, hasCredentials }).toEqual({ read: prompt, hasCredentials: false })
      await call('exports.act', { action: 'dismiss' })
    }
  },
)

test.skipIf(absence !== null)(
  'of an image without a prompt, which may be a photograph, no copy says AI made it',
  async () => {
    const { call, ids, folder, ports } = await setUp(['harbour.png'])
    const recipe = await recipeFor({ call, ports }, folder, { format: 'webp', sidecar: true, template: 'a' })
    await exported(call, recipe, ids)
    for (const tags of await exiftoolTags(['a.webp', 'a.webp.xmp'].map((name) => join(folder, name)))) {
      expect(tags).toMatchObject({ 'XMP:CreatorTool': 'Cyanotype' })
      expect(tags).not.toHaveProperty('XMP:DigitalSourceType')
    }
  },
)

test('originals of each format keep their bytes and Content Credentials, and copies lose them', async () => {
  const formats = { avif: 'avif', jpg: 'jpeg', png: 'png', webp: 'webp' } as const
  const originals = new Map<string, Buffer>()
  for (const [ext, format] of Object.entries(formats)) {
    const picture = await plainPicture({ width: 40 }).toFormat(format).toBuffer()
    originals.set(`.${ext}`, withCredentials(picture, format))
  }
  const { call, ids, folder, ports } = await setUp(
    [...originals.keys()].map((ext) => `fern${ext}`),
    async (path) => writeFile(path, originals.get(extname(path)) ?? ''),
  )
  const left = async (name: string, settings: Partial<RecipeSettings>) => {
    const inside = join(folder, name)
    await mkdir(inside)
    const recipe = await recipeFor({ call, ports }, inside, { template: '{file}', ...settings })
    const { run } = await exported(call, recipe, ids)
    await call('exports.act', { action: 'dismiss' })
    expect(run).toMatchObject({ written: 4, failed: [] })
    return (await namesIn(inside)).map((name) => join(inside, name))
  }
  const original = await recipeFor({ call, ports }, folder)
  expect(await planOf(call, original, ids)).toMatchObject({ credentials: 4, unreadCredentials: 0 })
  for (const path of await left('untouched', {})) {
    expect((await readFile(path)).equals(originals.get(extname(path)) ?? Buffer.alloc(0)), path).toBe(true)
    expect((await pictureProvenance(path)).hasCredentials, path).toBe(true)
  }
  for (const path of [
    ...(await left('stripped', { metadata: 'stripped' })),
    ...(await left('converted', { format: 'webp', metadata: 'kept' })),
  ]) {
    expect((await pictureProvenance(path)).hasCredentials, path).toBe(false)
    expect((await readFile(path)).includes('claimed by nobody'), path).toBe(false)
  }
})

test('an original is stripped of all it says, and so is a copy', async () => {
  const { call, ids, folder, ports, original } = await told()
  const recipe = await recipeFor({ call, ports }, folder, { template: 'plain', metadata: 'stripped' })
  await exported(call, recipe, ids)
  await call('exports.act', { action: 'dismiss' })
  const plain = await readFile(join(folder, 'plain.png'))
  expect(await pictureProvenance(join(folder, 'plain.png'))).toMatchObject({
    prompt: null,
    hasCredentials: false,
  })
  expect(await sharp(plain).raw().toBuffer()).toEqual(await sharp(original).raw().toBuffer())

  const silent = { template: 'silent', metadata: 'stripped', format: 'webp' } as const
  await exported(call, await recipeFor({ call, ports }, folder, silent), ids)
  expect((await pictureProvenance(join(folder, 'silent.webp'))).prompt).toBeNull()
  expect(await namesIn(folder)).toEqual(['plain.png', 'silent.webp'])
})

test('a .xmp that another program wrote there stays, and the image gets a name with room for its own', async () => {
  const { call, ids, folder, ports } = await told()
  await writeFile(join(folder, 'fern.png.xmp'), 'their own')
  const recipe = await recipeFor({ call, ports }, folder, { template: 'fern', sidecar: true })
  const { plan } = await exported(call, recipe, ids)
  expect(plan).toMatchObject({ names: ['fern (2).png'], taken: 1 })
  expect(await namesIn(folder)).toEqual(['fern (2).png', 'fern (2).png.xmp', 'fern.png.xmp'])
  expect(await readFile(join(folder, 'fern.png.xmp'), 'utf8')).toBe('their own')
})

test('a .xmp may take the place of the ending, and no image writes into that of another', async () => {
  const { call, ids, folder, ports } = await setUp(['boat.png', 'ship.png'])
  const settings = { sidecar: true, sidecarName: 'stem', existing: 'replace', onlyNew: false } as const
  const bare = await recipeFor({ call, ports }, folder, { template: 'sea', existing: 'replace' })
  const asPng = { ...bare, settings: { ...bare.settings, ...settings } }
  await call('exports.saveRecipe', asPng)
  const first = ids.slice(0, 1)
  expect((await exported(call, asPng, first)).plan.names).toEqual(['sea.png'])
  expect(await namesIn(folder)).toEqual(['sea.png', 'sea.xmp'])
  await call('exports.act', { action: 'dismiss' })

  // Another image, whose name differs only by its ending, and what is ours replaced.
  const asWebp = await recipeFor({ call, ports }, folder, { ...settings, template: 'sea', format: 'webp' })
  const words = await readFile(join(folder, 'sea.xmp'))
  expect((await exported(call, asWebp, ids.slice(1))).plan).toMatchObject({
    names: ['sea (2).webp'],
    taken: 1,
  })
  expect(await namesIn(folder)).toEqual(['sea (2).webp', 'sea (2).xmp', 'sea.png', 'sea.xmp'])
  expect(await readFile(join(folder, 'sea.xmp'))).toEqual(words)
  await call('exports.act', { action: 'dismiss' })
  expect((await exported(call, asPng, first)).plan).toMatchObject({ names: ['sea.png'], replaced: 1 })
  expect(await namesIn(folder)).toEqual(['sea (2).webp', 'sea (2).xmp', 'sea.png', 'sea.xmp'])
})

test('a .xmp of ours is looked for and replaced with its image, unless it was changed there', async () => {
  const { call, ids, folder, ports } = await told()
  const settings = { template: 'fern', sidecar: true, existing: 'replace' } as const
  const recipe = await recipeFor({ call, ports }, folder, settings)
  const again = async () => {
    const done = await exported(call, recipe, ids)
    await call('exports.act', { action: 'dismiss' })
    return done.plan
  }
  await again()
  await call('images.mark', { selection: { ids }, change: { rating: 5 } })
  expect(await again()).toMatchObject({ replaced: 1 })
  expect(await namesIn(folder)).toEqual(['fern.png', 'fern.png.xmp'])
  expect(await readFile(join(folder, 'fern.png.xmp'), 'utf8')).toContain('<xmp:Rating>5</xmp:Rating>')

  await rm(join(folder, 'fern.png.xmp'))
  expect(await again()).toMatchObject({ unchanged: 0, replaced: 1 })
  expect(await namesIn(folder)).toEqual(['fern.png', 'fern.png.xmp'])
  expect(await planOf(call, recipe, ids)).toMatchObject({ files: 0, unchanged: 1 })

  await writeFile(join(folder, 'fern.png.xmp'), 'their own')
  expect(await again()).toMatchObject({ unchanged: 0, replaced: 1 })
  expect(await namesIn(folder)).toEqual(['fern.png', 'fern.png (2).xmp', 'fern.png.xmp'])
  expect(await readFile(join(folder, 'fern.png.xmp'), 'utf8')).toBe('their own')
})

test('a file whose parts aren’t in order isn’t stripped, and the others are', async () => {
  const { call, ids, folder, root, ports } = await setUp()
  const { file } = await call('images.details', { id: ids[0] ?? '' })
  const path = join(root, 'library', file)
  const bytes = await readFile(path)
  bytes[bytes.indexOf('IDAT', 0, 'latin1') + 6] = 0xff
  await writeFile(path, bytes)
  const { run } = await exported(
    call,
    await recipeFor({ call, ports }, folder, { metadata: 'stripped' }),
    ids,
  )
  expect(run).toMatchObject({ written: 2, failed: [{ error: { code: 'metadataUnfit' }, count: 1 }] })
  expect(await namesIn(folder)).toEqual(['harbour.png', 'ship.png'])
})

test('a plan counts the prompts that EXIF has no room for', async () => {
  const { call, ids, folder, ports } = await told('fern '.repeat(8_000))
  const recipe = await recipeFor({ call, ports }, folder, { format: 'jpeg', metadata: 'kept' })
  expect(await planOf(call, recipe, ids)).toMatchObject({ files: 1, longPrompts: 1 })
})

test('a recipe that writes ratings and collections writes an image again once they changed', async () => {
  const { call, ids, folder, ports } = await told()
  const telling = await recipeFor({ call, ports }, folder, { format: 'webp', metadata: 'kept' })
  const silent = await recipeFor({ call, ports }, folder, { format: 'webp', metadata: 'stripped' })
  for (const recipe of [telling, silent]) {
    await exported(call, recipe, ids)
    await call('exports.act', { action: 'dismiss' })
  }
  await call('images.mark', { selection: { ids }, change: { rating: 5 } })
  expect(await planOf(call, telling, ids)).toMatchObject({ files: 1, unchanged: 0 })
  expect(await planOf(call, silent, ids)).toMatchObject({ files: 0, unchanged: 1 })
  await exported(call, telling, ids)
  expect(await planOf(call, telling, ids)).toMatchObject({ files: 0, unchanged: 1 })
  const written = async () => {
    await call('exports.act', { action: 'dismiss' })
    await exported(call, telling, ids)
    return await planOf(call, telling, ids)
  }
  const { id } = await call('collections.create', { name: 'Ferns', selection: { ids } })
  expect(await planOf(call, telling, ids)).toMatchObject({ files: 1 })
  expect(await written()).toMatchObject({ files: 0 })
  await call('collections.rename', { id, name: 'Mosses' })
  expect(await planOf(call, telling, ids)).toMatchObject({ files: 1 })
  expect(await written()).toMatchObject({ files: 0 })
  await call('collections.remove', { id })
  expect(await planOf(call, telling, ids)).toMatchObject({ files: 1 })
})

test('a plan says that a name has no room for its .xmp', async () => {
  const { call, ids, folder, ports } = await told()
  const template = `{counter}${'蕨'.repeat(100)}`
  const alone = await recipeFor({ call, ports }, folder, { template })
  expect(await planOf(call, alone, ids)).toMatchObject({ files: 1, unwritable: [] })
  const beside = await recipeFor({ call, ports }, folder, { template, sidecar: true })
  expect(await planOf(call, beside, ids)).toMatchObject({
    files: 0,
    unwritable: [{ error: { code: 'exportPathTooLong' }, count: 1 }],
  })
})
