import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecipeSettings } from '@shared/model/exportRecipe'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../support/call'
import { type CoreProgram, coreProgram } from '../../support/coreProgram'
import { eventually } from '../../support/eventually'
import { goOn } from '../../support/goOn'
import { startKillableCore } from '../../support/killableCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { pngWith, textChunk } from '../../support/toldImages'
import { complaintsOfUnzip, readByPython } from '../../support/zipReaders'

const images = 24
const demo = { taskMs: 100, slots: 1 }

describe('an export, killed', () => {
  let program: CoreProgram
  beforeAll(async () => {
    program = await coreProgram('tests/support/coreProcess.ts')
  })

  const doneOf = async (call: Call): Promise<number> => {
    const run = await call('exports.current', null)
    return run?.stage === 'running' ? run.done : images
  }
  const isLooked = async (call: Call, stage: 'looked' | 'ended') =>
    (await call('bringing.current', null))?.stage === stage

  /** An export of all images that has begun, into a folder where one name is taken. */
  async function begun(changes: Partial<RecipeSettings>) {
    const source = temporaryFolder()
    for (let at = 0; at < images; at++) {
      const chunk = textChunk('Description', `fern number ${at}`)
      await writeFile(join(source, `${at}.png`), await pngWith([chunk], { width: 300 + at, height: 260 }))
    }
    const folder = temporaryFolder()
    const chosen = join(folder, 'exports')
    await mkdir(chosen)
    await writeFile(join(chosen, '3.webp'), 'mine')
    const core = await startKillableCore(program, folder, { ...demo, images: [source], chosen })
    await core.call('bringing.choose', { what: 'folder' })
    await eventually(() => isLooked(core.call, 'looked'))
    await core.call('bringing.start', { leaves: false })
    await eventually(() => isLooked(core.call, 'ended'))

    const [recipe] = await core.call('exports.recipes', null)
    const settings = { ...recipe?.settings, template: '{counter}', format: 'webp' as const, ...changes }
    await core.call('exports.saveRecipe', { id: 'originals', name: '', settings })
    await core.call('exports.chooseFolder', { id: 'originals' })
    const listed = await core.call('gallery.select', { text: '', from: null, to: null })
    const what = { images: { ids: 'ids' in listed ? listed.ids : [] } }
    const { plan } = await core.call('exports.plan', { what, recipeId: 'originals' })
    await core.call('exports.begin', { plans: [plan] })
    return { folder, chosen, core }
  }

  test('again and again, goes on until each file is there once, and whole', async () => {
    const { folder, chosen, core: first } = await begun({})
    let core = first
    for (const count of [1, 5, 10, 16]) {
      await eventually(async () => (await doneOf(core.call)) >= count, { what: `${count} files` })
      await core.kill()
      core = await startKillableCore(program, folder, demo)
      await goOn(core.call)
    }
    await eventually(async () => (await doneOf(core.call)) >= images)
    await eventually(async () => (await core.call('exports.current', null))?.stage === 'ended')
    expect(await core.call('exports.current', null)).toMatchObject({ written: images, failed: [], left: 0 })
    const named = Array.from({ length: images }, (_, at) => (at === 2 ? '3 (2).webp' : `${at + 1}.webp`))
    expect((await readdir(chosen)).sort()).toEqual([...named, '3.webp'].sort())
    expect(await readFile(join(chosen, '3.webp'), 'utf8')).toBe('mine')
    const widths = await Promise.all(
      named.map(
        async (name) => (await sharp(join(chosen, name)).toBuffer({ resolveWithObject: true })).info.width,
      ),
    )
    expect(new Set(widths).size).toBe(images)
  })

  test('into a ZIP, begins anew, leaves nothing of the first, and is whole', async () => {
    const { folder, chosen, core } = await begun({ into: 'zip', longestSide: 1_600, enlarge: true })
    await core.call('exports.act', { action: 'pause' })
    const parts = async () => (await readdir(chosen)).filter((name) => name.endsWith('zip.part'))
    await eventually(async () => (await parts()).length > 0, { what: 'a ZIP' })
    await core.kill()
    expect(await parts()).toHaveLength(1)
    const { call } = await startKillableCore(program, folder, demo)
    await call('exports.act', { action: 'resume' })
    await eventually(async () => (await call('exports.current', null))?.stage === 'ended')
    expect(await call('exports.current', null)).toMatchObject({ written: images, failed: [], left: 0 })
    const [, zip = '', ...others] = (await readdir(chosen)).sort()
    expect(others).toEqual([])
    const path = join(chosen, zip)
    expect(await complaintsOfUnzip(path)).toBe('')
    expect((await readByPython(path)).entries.map(({ name }) => name)).toEqual(
      Array.from({ length: images }, (_, at) => `${at + 1}.webp`),
    )
  })
})
