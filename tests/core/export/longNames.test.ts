import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ended, namesIn, planOf, recipeFor, setUp } from './exportHarness'

test.each([
  ['alone', false, '蕨'.repeat(90)],
  ['with its description beside it', true, '蕨'.repeat(82)],
])(
  'a name as long as names may be, which is taken by the time it is written, %s, is numbered',
  async (_, sidecar, template) => {
    const { call, ids, folder, ports } = await setUp(['boat.png'])
    const recipe = await recipeFor({ call, ports }, folder, { template, sidecar })
    const { plan, names } = await planOf(call, recipe, ids)
    const [name = ''] = names
    expect(Buffer.byteLength(name)).toBeGreaterThan(sidecar ? 246 : 250)
    await writeFile(join(folder, name), 'mine')
    await call('exports.begin', { plans: [plan] })
    expect(await ended(call)).toMatchObject({ written: 1, failed: [] })
    expect(await readFile(join(folder, name), 'utf8')).toBe('mine')
    const written = (await namesIn(folder)).filter((one) => one !== name)
    expect(written.filter((one) => one.endsWith(' (2).png'))).toHaveLength(1)
    expect(written).toHaveLength(sidecar ? 2 : 1)
  },
)
