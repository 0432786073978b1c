import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecipeSettings } from '@shared/model/exportRecipe'
import { expect, test } from 'vitest'
import { hiddenTextIn, hidingPicture } from '../../support/hiddenText'
import { startCore } from '../../support/runningCore'
import { exported, namesIn, recipeFor, setUp } from './exportHarness'

const prompt = 'a fern in the rain'

/** A library with an image whose pixels hide its prompt, and one whose pixels hide nothing. */
const hiding = () =>
  setUp(['fern.png', 'moss.png'], async (path) => {
    if (path.endsWith('fern.png'))
      await writeFile(path, await hidingPicture(prompt, 'stealth_pngcomp').png().toBuffer())
  })

test.each(['folder', 'zip'] as const)(
  'the result of an export into a %s says which originals hide text, and of copies nothing',
  async (into) => {
    const { call, ids, folder, ports } = await hiding()
    const by = async (settings: Partial<RecipeSettings>) => {
      const { run } = await exported(
        call,
        await recipeFor({ call, ports }, folder, { into, ...settings }),
        ids,
      )
      await call('exports.act', { action: 'dismiss' })
      return run
    }
    const stripped = { metadata: 'stripped' } as const
    expect(await by({ ...stripped, template: 'a-{file}' })).toMatchObject({ written: 2, hiddenTexts: 1 })
    // Nothing is said of what wasn't to say nothing, and nothing is hidden in a copy.
    expect(await by({ template: 'b-{file}' })).toMatchObject({ written: 2, hiddenTexts: 0 })
    expect(await by({ ...stripped, format: 'png', template: 'c-{file}' })).toMatchObject({
      written: 2,
      hiddenTexts: 0,
    })
    if (into === 'zip') return
    const names = await namesIn(folder)
    const read = async (start: string) => {
      const name = names.find((one) => one.startsWith(start) && one.includes('fern'))
      return await hiddenTextIn(await readFile(join(folder, name ?? '')))
    }
    expect(await Promise.all(['a-', 'b-', 'c-'].map(read))).toEqual([prompt, prompt, null])
  },
)

test('Details say what a copy would keep or lose of it, and what the file says', async () => {
  const { call, ids, folder, ports } = await hiding()
  const [fern = '', moss = ''] = ids
  const foreseen = async (imageId: string, settings: Partial<RecipeSettings>) => {
    const { id } = await recipeFor({ call, ports }, folder, settings)
    return await call('exports.foresee', { imageId, recipeId: id })
  }
  for (const metadata of ['kept', 'stripped'] as const) {
    expect(await foreseen(fern, { metadata })).toMatchObject({ hidesText: true, losses: [] })
    expect(await foreseen(moss, { metadata })).toMatchObject({ hidesText: false, losses: [] })
  }
  const copy = { format: 'png', metadata: 'stripped' } as const
  expect(await foreseen(fern, copy)).toMatchObject({ losses: [{ kind: 'hiddenText' }] })
  expect(await foreseen(moss, copy)).toMatchObject({ losses: [] })
  expect(await call('originals.account', { id: fern })).toMatchObject({ prompt: null, hidesText: true })
  expect(await call('originals.account', { id: moss })).toMatchObject({ hidesText: false })
})

test('the result still says so after a restart', async () => {
  const { call, core, ids, folder, root, ports } = await hiding()
  await exported(call, await recipeFor({ call, ports }, folder, { metadata: 'stripped' }), ids)
  await core.stop()
  const { call: again } = await startCore(root)
  expect(await again('exports.current', null)).toMatchObject({ stage: 'ended', written: 2, hiddenTexts: 1 })
})
