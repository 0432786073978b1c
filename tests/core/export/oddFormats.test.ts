import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { expect, test } from 'vitest'
import { oddFiles } from '../../support/oddFiles'
import { temporaryFolder } from '../../support/temporaryFolder'
import { answering } from '../answering'
import { picture } from '../hostile/hostileService'
import { exported, namesIn, recipeFor } from './exportHarness'

const files = oddFiles()
const template = 'all/{size}-{width}-{index}'

test('originals are copied as they are, and recipes that clean or convert leave other formats out and say so', async () => {
  const core = await answering([{ bytes: picture }, ...files])
  const { call, job } = core
  const ids = job.items.flatMap(({ imageId }) => imageId ?? [])
  expect(ids).toHaveLength(files.length + 1)

  const whole = temporaryFolder()
  const originals = await recipeFor(core, whole, { template, sidecar: true })
  const { plan, run } = await exported(call, originals, ids)
  expect(plan).toMatchObject({ files: ids.length, unwritable: [] })
  expect(run).toMatchObject({ written: ids.length, failed: [] })
  const names = (await namesIn(join(whole, 'all'))).filter((name) => extname(name) !== '.xmp')
  expect(names).toHaveLength(ids.length)
  for (const [at, { format, bytes }] of files.entries()) {
    // Its size isn’t known, and isn’t said.
    expect((await readFile(join(whole, 'all', `${at + 2}.${format}`))).equals(bytes)).toBe(true)
    expect(await readFile(join(whole, 'all', `${at + 2}.${format}.xmp`), 'utf8')).not.toContain('0x0')
  }

  for (const settings of [{ metadata: 'stripped' }, { format: 'png' }, { format: 'jpeg' }] as const) {
    const folder = temporaryFolder()
    const recipe = await recipeFor(core, folder, settings)
    const made = await exported(call, recipe, ids)
    const left = [{ error: { code: 'exportOtherFormat' }, count: files.length }]
    expect(made.plan).toMatchObject({ files: 1, unwritable: left })
    expect(made.run).toMatchObject({ written: 1, left: 0, failed: left })
    expect(await namesIn(folder)).toHaveLength(1)
  }
})
