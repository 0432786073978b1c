import type { RecipeSettings } from '@shared/model/exportRecipe'
import { median } from '../figure'
import type { Cost } from '../scale/probe'
import { emptyFolder, exportImages } from './exporting'
import { addLongest, type ExportPart, withApp } from './exportPart'
import { type AloneFormat, sharpAlone } from './sharpAlone'

/** The images are taken in so many parts, each by the app and by the other. */
const rounds = 4
const avifImages = 20
/** So small a difference shows only in many turns. */
const turns = 16

const stripped = { metadata: 'stripped' } as const
const quality = 82
const jpeg = { format: 'jpeg', quality } as const
/** As the app asks for it. */
const alone: Readonly<Record<AloneFormat['format'], AloneFormat>> = {
  jpeg: { format: 'jpeg', options: { quality, chromaSubsampling: '4:2:0' } },
  webp: { format: 'webp', options: { quality } },
  avif: { format: 'avif', options: { quality, effort: 2 } },
}

/** A format, without metadata, against the same build of sharp alone at the same concurrency. */
const formatPart =
  (format: AloneFormat['format']): ExportPart =>
  async (bench) => {
    const { add } = bench
    const images = format === 'avif' ? Math.min(avifImages, bench.images) : bench.images
    const per = Math.floor(images / rounds)
    await withApp(bench, { own: { format, quality, ...stripped } }, images, async (app) => {
      const { electron, page, probe, world, recipes, aside } = app
      const ours: number[] = []
      const theirs: number[] = []
      const costs: Cost[] = []
      await exportImages(page, [recipes.own], { from: 1, count: 2 })
      for (let round = 0; round < rounds; round++) {
        const from = 1 + round * per
        costs.push(
          await probe.during(async () => {
            ours.push(await exportImages(page, [recipes.own], { from, count: per }))
          }),
        )
        theirs.push(
          await sharpAlone(electron, world.originals.slice(from - 1, from - 1 + per), aside, [alone[format]]),
        )
        await emptyFolder(aside)
      }
      const rate = (ms: number) => (1000 * per) / ms
      const ratios = ours.map((ms, round) => (theirs[round] ?? 0) / ms)
      add({
        name: `export: ${images} to ${format}`,
        value: rate(median(ours)),
        unit: 'images/s',
        target: null,
      })
      add({
        name: `export: ${format} by sharp alone`,
        value: rate(median(theirs)),
        unit: 'images/s',
        target: null,
      })
      // 0.9 of the images in a second.
      add({
        name: `export: time to ${format} / sharp alone`,
        value: 1 / median(ratios),
        unit: 'ratio',
        target: 1 / 0.9,
      })
      addLongest(add, format, costs)
    })
  }

export const jpegPart = formatPart('jpeg')
export const webpPart = formatPart('webp')
export const avifPart = formatPart('avif')

/** What is known about an image, in a JPEG, against the same without. */
export const metadataPart: ExportPart = async (bench) => {
  const per = Math.floor(bench.images / turns)
  const recipes = { kept: { ...jpeg, metadata: 'kept' }, none: { ...jpeg, ...stripped } } satisfies Readonly<
    Record<string, Partial<RecipeSettings>>
  >
  await withApp(bench, recipes, bench.images, async ({ page, recipes }) => {
    const total = { kept: 0, none: 0 }
    for (const recipe of [recipes.none, recipes.kept])
      await exportImages(page, [recipe], { from: 1, count: per })
    for (let turn = 0; turn < turns; turn++) {
      const some = { from: 1 + turn * per, count: per }
      // In turn first: a machine slows down and speeds up.
      const order = turn % 2 === 0 ? (['kept', 'none'] as const) : (['none', 'kept'] as const)
      for (const key of order) total[key] += await exportImages(page, [recipes[key]], some)
    }
    bench.add({
      name: 'export: with metadata / without',
      value: total.kept / total.none,
      unit: 'ratio',
      target: 1.05,
    })
  })
}

const smallEdge = 512

/** Three recipes in one go, against one decoding and the three encodings by sharp alone. */
export const togetherPart: ExportPart = async (bench) => {
  const { add } = bench
  const images = Math.ceil(bench.images / 4)
  const per = Math.floor(images / rounds)
  const recipes = {
    jpeg: { ...jpeg, ...stripped },
    webp: { format: 'webp', quality, ...stripped },
    small: { ...jpeg, ...stripped, longestSide: smallEdge },
  } satisfies Readonly<Record<string, Partial<RecipeSettings>>>
  const formats = [alone.jpeg, alone.webp, { ...alone.jpeg, edge: smallEdge }]
  await withApp(bench, recipes, images, async ({ electron, page, probe, world, recipes, aside }) => {
    const three = Object.values(recipes)
    const ratios: number[] = []
    const costs: Cost[] = []
    await exportImages(page, three, { from: 1, count: 2 })
    for (let round = 0; round < rounds; round++) {
      const from = 1 + round * per
      let ours = 0
      costs.push(
        await probe.during(async () => {
          ours = await exportImages(page, three, { from, count: per })
        }),
      )
      const theirs = await sharpAlone(
        electron,
        world.originals.slice(from - 1, from - 1 + per),
        aside,
        formats,
      )
      ratios.push(ours / theirs)
      await emptyFolder(aside)
    }
    add({
      name: 'export: three recipes in one go / one decoding and three encodings by sharp alone',
      value: median(ratios),
      unit: 'ratio',
      target: 1.1,
    })
    addLongest(add, 'three recipes', costs)
  })
}
