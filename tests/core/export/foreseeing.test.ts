import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppFailure } from '@shared/errors'
import type { CopyAccount, CopyLoss } from '@shared/model/copyAccount'
import type { ExportRecipe, RecipeSettings } from '@shared/model/exportRecipe'
import sharp, { type Metadata } from 'sharp'
import { expect, test } from 'vitest'
import { pictureProvenance } from '../../../electron/imaging/pictureProvenance'
import { greyProfile } from '../../support/greyProfile'
import { animatedPng, withChunks } from '../../support/pngFile'
import { internationalChunk, jpegSegment, webUiText, withCredentials } from '../../support/toldImages'
import { exiftoolTags, readersAbsence } from '../imaging/metadata/foreignReaders'
import { foundOf, readFields, sorted } from '../imaging/metadata/readFields'
import { drawing, picture } from '../imaging/metadata/samplePictures'
import { exported, recipeFor, setUp } from './exportHarness'

const absence = readersAbsence()

/** What is in the chunk of its pixels. */
const packedIn = (png: Buffer): Buffer => {
  const at = png.indexOf('IDAT', 0, 'latin1')
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4))
}
const deep = () =>
  sharp(
    new Uint16Array(64 * 48 * 3).map((_, at) => at * 7),
    { raw: { width: 64, height: 48, channels: 3 } },
  )

/** Darker on the screen than their numbers are in sRGB. */
async function darkGreys(): Promise<Buffer> {
  const greys = await drawing().removeAlpha().toColourspace('b-w').jpeg().toBuffer()
  const profile = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), greyProfile()])
  return Buffer.concat([greys.subarray(0, 2), jpegSegment(0xe2, profile), greys.subarray(2)])
}

const originals: Readonly<Record<string, () => Promise<Buffer>>> = {
  'told.png': async () => {
    const told = internationalChunk('parameters', webUiText('a fern, 蕨 🌿'))
    return withCredentials(withChunks(await drawing().removeAlpha().png().toBuffer(), told), 'png')
  },
  'clear.png': () => picture('png'),
  'opaque.webp': () => drawing().removeAlpha().webp({ lossless: true }).toBuffer(),
  'deep.png': () => deep().withIccProfile('p3').toColourspace('rgb16').png().toBuffer(),
  'greys.jpg': darkGreys,
  'inks.jpg': () => drawing().removeAlpha().toColourspace('cmyk').jpeg().toBuffer(),
  'moving.gif': async () =>
    sharp([await drawing().png().toBuffer(), await drawing({ shade: 90 }).png().toBuffer()], {
      join: { animated: true },
    })
      .gif()
      .toBuffer(),
  'moving.png': async () => {
    const still = await drawing().removeAlpha().png().toBuffer()
    return animatedPng(still, packedIn(still))
  },
}

const recipes: Readonly<Record<string, Partial<RecipeSettings>>> = {
  same: { format: 'original', metadata: 'kept' },
  bare: { format: 'original', metadata: 'stripped', sidecar: true },
  png: { format: 'png', metadata: 'kept', profile: 'kept' },
  jpeg: { format: 'jpeg', metadata: 'kept', profile: 'srgb', longestSide: 25, forWebUi: true },
  webp: { format: 'webp', metadata: 'stripped', profile: 'srgb' },
  avif: { format: 'avif', metadata: 'kept', profile: 'kept', sidecar: true },
}

interface Copy {
  readonly name: string
  readonly source: string
  readonly path: string
  readonly account: CopyAccount
}

test.skipIf(absence !== null)(
  'what Details say that an export writes is what is read back, and what they say is lost is lost',
  async () => {
    const { call, ids, folder, ports, root } = await setUp(Object.keys(originals), async (path) =>
      writeFile(path, (await originals[basename(path)]?.()) ?? ''),
    )
    await call('images.mark', { selection: { ids }, change: { rating: 4 } })
    await call('collections.create', { name: 'Ferns & moss', selection: { ids } })
    const copies: Copy[] = []
    for (const [name, settings] of Object.entries(recipes)) {
      const template = `${name}/{index}-{counter}`
      const recipe = await recipeFor({ call, ports }, folder, { template, ...settings })
      for (const [at, imageId] of ids.entries()) {
        const account = await call('exports.foresee', { imageId, recipeId: recipe.id })
        const { file, format: own } = await call('images.details', { id: imageId })
        const ext = recipe.settings.format === 'original' ? own : recipe.settings.format
        const path = join(folder, name, `1-${at + 1}.${ext === 'jpeg' ? 'jpg' : ext}`)
        copies.push({ name: `${name} of ${file}`, source: join(root, 'library', file), path, account })
      }
      expect((await exported(call, recipe, ids)).run).toMatchObject({ written: ids.length, failed: [] })
      await call('exports.act', { action: 'dismiss' })
    }
    const besides = copies.filter(({ account }) => account.beside !== null)
    const paths = [...copies.map(({ path }) => path), ...besides.map(({ path }) => `${path}.xmp`)]
    const tags = await exiftoolTags(paths)
    for (const [at, { name, account }] of copies.entries())
      if (account.copy !== 'asItIs')
        expect(sorted(readFields(tags[at] ?? {})), name).toEqual(sorted(foundOf(account.inside)))
    for (const [at, { name, account }] of besides.entries())
      expect(sorted(readFields(tags[copies.length + at] ?? {})), name).toEqual(
        sorted(foundOf(account.beside ?? [])),
      )
    for (const copy of copies) expect(await lostIn(copy), copy.name).toEqual(saidLost(copy.account))
    const kinds = new Set(copies.flatMap(({ account }) => account.losses.map(({ kind }) => kind)))
    expect(kinds.size).toBe(8)
  },
)

const saidLost = ({ losses }: CopyAccount): readonly string[] => losses.map(({ kind }) => kind).toSorted()

/** What a copy hasn't, by itself and its original. */
async function lostIn({ source, path, account }: Copy): Promise<readonly CopyLoss['kind'][]> {
  const [before, after] = await Promise.all([lookAt(source), lookAt(path)])
  expect(account.hasCredentials).toBe(before.said.hasCredentials)
  const { prompt, model, tool, madeAt, facts } = after.said
  const said = account.losses.find((loss) => loss.kind === 'said')?.said
  // The other half of what the file said is in the copy.
  expect(before.said).toMatchObject({
    prompt: said?.prompt ?? prompt,
    model: said?.model ?? model,
    ...(before.said.prompt === null ? {} : { tool: said?.tool ?? tool }),
    ...(said === undefined ? {} : { facts: expect.arrayContaining([...said.facts]) }),
  })
  for (const key of ['prompt', 'model', 'tool'] as const)
    if (said !== undefined && said[key] !== null) expect(after.said[key]).not.toBe(said[key])
  for (const fact of said?.facts ?? []) expect(facts).not.toContainEqual(fact)
  const isSilent = [prompt, model, tool, madeAt].every((one) => one === null)
  const size = account.losses.find((loss) => loss.kind === 'size')
  if (size !== undefined) expect(after.meta).toMatchObject({ width: size.width, height: size.height })
  if (after.meta.format === 'png' && before.meta.depth === 'uchar')
    expect(after.pixels.equals(before.pixels), 'the look').toBe(true)
  const kinds: readonly (CopyLoss['kind'] | false)[] = [
    before.said.hasCredentials && !after.said.hasCredentials && 'credentials',
    before.said.prompt !== null && (isSilent || before.said.facts.length > facts.length) && 'said',
    before.frames > after.frames && 'frames',
    before.meta.width > after.meta.width && 'size',
    !before.isOpaque && after.isOpaque && 'transparency',
    before.meta.depth === 'ushort' && after.meta.depth === 'uchar' && 'depth',
    (before.meta.hasProfile || isOfInks(before.meta)) &&
      !after.meta.hasProfile &&
      !isOfInks(after.meta) &&
      'profile',
    after.meta.format !== 'png' && !before.pixels.equals(after.pixels) && 'exactness',
  ]
  return kinds.filter((kind) => kind !== false).toSorted()
}

const isOfInks = ({ space }: Metadata): boolean => space === 'cmyk'

async function lookAt(path: string) {
  const bytes = await readFile(path)
  const meta = await sharp(bytes).metadata()
  return {
    said: await pictureProvenance(path),
    meta,
    frames: bytes.includes('acTL') ? 2 : (meta.pages ?? 1),
    isOpaque: (await sharp(bytes).stats()).isOpaque,
    pixels: await sharp(bytes).raw().toBuffer(),
  }
}

test('what can’t be exported is refused, in the words of the export', async () => {
  const { call, ids, folder, ports, root } = await setUp(
    ['gone.png', 'spoilt.png', 'large.avif'],
    async (path) => {
      if (path.endsWith('avif')) await copyFile(join(import.meta.dirname, '../imaging/large.avif'), path)
    },
  )
  const recipe = async (settings: Partial<RecipeSettings>): Promise<ExportRecipe> =>
    await recipeFor({ call, ports }, folder, settings)
  const [webp, bare, same] = [
    await recipe({ format: 'webp' }),
    await recipe({ metadata: 'stripped' }),
    await recipe({}),
  ]
  const by = ({ id: recipeId }: ExportRecipe, imageId = '') =>
    call('exports.foresee', { imageId, recipeId }).catch((failure: unknown) =>
      failure instanceof AppFailure ? failure.error.code : failure,
    )
  const details = await Promise.all(ids.map((id) => call('images.details', { id })))
  const of = (start: string) => details.find(({ file }) => basename(file).startsWith(start))
  const path = (start: string): string => join(root, 'library', of(start)?.file ?? '')
  expect(of('large')).toMatchObject({ decoded: false })
  expect(await by(webp, of('large')?.id)).toBe('exportTooLarge')
  expect(await by(same, of('large')?.id)).toMatchObject({ copy: 'asItIs', losses: [] })

  await writeFile(path('spoilt'), Buffer.alloc(5_000, 7))
  expect(await by(webp, of('spoilt')?.id)).toBe('fileUnreadable')
  expect(await by(same, of('spoilt')?.id)).toMatchObject({ copy: 'asItIs', hasCredentials: false })
  const bytes = await picture('png')
  bytes[bytes.indexOf('IDAT', 0, 'latin1') + 6] = 0xff
  await writeFile(path('spoilt'), bytes)
  expect(await by(bare, of('spoilt')?.id)).toBe('metadataUnfit')

  await rm(path('gone'))
  for (const one of [webp, bare, same]) expect(await by(one, of('gone')?.id)).toBe('imageLost')
  expect(await by({ ...webp, id: 'unknown' }, of('large')?.id)).toBe('rowMissing')
})
