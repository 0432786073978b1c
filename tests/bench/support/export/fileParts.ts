import { lstat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { median } from '../figure'
import { appMemory } from '../processMemory'
import type { Cost } from '../scale/probe'
import { copyAlone } from './copyAlone'
import { emptyFolder, exportImages, selected } from './exporting'
import { addLongest, type ExportPart, startExporting, withApp } from './exportPart'
import { createExportWorld } from './exportWorld'

const rounds = 3
/** Of each, by the app and by the other. */
const turns = 6
const sampleMs = 200

/** Originals, against copying them with as many fsyncs. */
export const originalsPart: ExportPart = async (bench) => {
  const { add, images } = bench
  await withApp(bench, { own: {} }, images, async ({ page, probe, world, recipes, aside }) => {
    const ours: number[] = []
    const theirs: number[] = []
    const costs: Cost[] = []
    const byUs = async () => {
      const exported = () => exportImages(page, [recipes.own], { from: 1, count: images })
      costs.push(await probe.during(async () => ours.push(await exported())))
    }
    const byThem = async () => {
      theirs.push(await copyAlone(world.originals.slice(0, images), aside))
      await emptyFolder(aside)
    }
    for (let turn = 0; turn < turns; turn++) {
      // In turn first: a disk slows down and speeds up.
      for (const work of turn % 2 === 0 ? [byUs, byThem] : [byThem, byUs]) await work()
    }
    add({ name: `export: ${images} originals`, value: median(ours), unit: 'ms', target: null })
    add({ name: 'export: originals by cp and fsync', value: median(theirs), unit: 'ms', target: null })
    add({
      name: 'export: time for originals / cp and fsync',
      value: median(ours.map((ms, round) => ms / (theirs[round] ?? 0))),
      unit: 'ratio',
      target: 1 / 0.9,
    })
    addLongest(add, 'originals', costs)
  })
}

/** What all processes take at most while images are converted, over what they take after the first one. */
export const memoryPart: ExportPart = async (bench) => {
  const { add, images } = bench
  await withApp(bench, { own: { format: 'webp' } }, images, async ({ electron, page, recipes }) => {
    await exportImages(page, [recipes.own], { from: 1, count: 1 })
    const after = await appMemory(electron)
    let peak = after
    let isOver = false
    const exported = exportImages(page, [recipes.own], { from: 1, count: images }).finally(() => {
      isOver = true
    })
    while (!isOver) {
      peak = Math.max(peak, await appMemory(electron))
      await pause(sampleMs)
    }
    await exported
    add({ name: 'export: memory after one image', value: after, unit: 'MiB', target: null })
    add({ name: 'export: memory over that, at its peak', value: peak - after, unit: 'MiB', target: 150 })
  })
}

/** Everything is there already: no image is read, as none is in the library. */
export const onlyNewPart: ExportPart = async ({ add, rows, pictures, folder }) => {
  const settings = { onlyNew: true }
  const world = await createExportWorld(folder, { pictures, rows, linked: false })
  const recipe = world.recipe(settings)
  const paths = await world.fillLedger(recipe, settings)
  world.close()
  const { electron, probe } = await startExporting(world)
  const ours: number[] = []
  const bare: number[] = []
  const costs: Cost[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    for (const path of paths) await lstat(path)
    bare.push(performance.now() - begun)
    const cost = await probe.during(async () => {
      const what = { images: selected(1, rows) }
      const { unchanged } = await probe.ask('exports.plan', { what, recipeId: recipe.id })
      if (unchanged !== rows) throw new Error(`${unchanged} of ${rows} were there already`)
    })
    ours.push(cost.ms)
    costs.push(cost)
  }
  await electron.close()
  add({ name: `export: only new of ${rows}, nothing new`, value: median(ours), unit: 'ms', target: null })
  add({ name: `export: bare stat of those files`, value: median(bare), unit: 'ms', target: null })
  add({
    name: 'export: only new / bare stat',
    value: median(ours.map((ms, round) => ms / (bare[round] ?? 0))),
    unit: 'ratio',
    target: 1.5,
  })
  addLongest(add, 'only new', costs)
}
