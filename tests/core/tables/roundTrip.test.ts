import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resultColumns } from '@shared/model/tableGuard'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBack } from './readBack'
import { delimitedSamples, objectSamples, type TableSample } from './roundTripSamples'
import { writingHarness } from './writingHarness'

const endings = { csv: 'csv', tsv: 'tsv', json: 'json', jsonl: 'jsonl', txt: 'csv' } as const
const runs = { numRuns: 60 }

describe('a table that is written and read again', () => {
  test.each([
    ['CSV and TSV', delimitedSamples],
    ['JSON and JSON Lines', objectSamples],
  ])('as %s is the same, and written again it is the same file', async (_, arbitrary) => {
    const { addBatch, addJob, write, folder } = writingHarness()
    let number = 0

    async function written(sample: TableSample): Promise<string> {
      const batch = addBatch({
        ...sample,
        rows: sample.rows.map((cells) => ({ cells, content: `row ${++number}` })),
      })
      for (const [at, words] of sample.words.entries())
        addJob(batch, {
          row: at + 1,
          taskId: words,
          items: [{ state: 'saved', imageId: `image-${at}`, revisedPrompt: words }],
        })
      const file = `${number}.${endings[sample.layout.format]}`
      await write(batch, file)
      return join(folder, file)
    }

    await fc.assert(
      fc.asyncProperty(arbitrary, async (sample) => {
        const path = await written(sample)
        const read = await readBack({ path })
        // A spreadsheet knows the encoding of a table by its mark alone.
        const isObjects = sample.layout.format === 'json' || sample.layout.format === 'jsonl'
        expect(read.layout).toEqual({ ...sample.layout, bom: !isObjects || sample.layout.bom })
        expect(read.columns).toEqual([...sample.columns, ...resultColumns])
        const results = sample.words.map((words, at) => [
          'done',
          `/library/image-${at}.png`,
          words,
          '',
          words,
        ])
        expect(read.rows).toEqual(sample.rows.map((cells, at) => [...cells, ...(results[at] ?? [])]))

        const again = await written({ ...sample, ...read })
        expect(await readFile(again)).toEqual(await readFile(path))
      }),
      runs,
    )
  })

  test.each(['json', 'jsonl'] as const)('keeps every digit of a number in %s', async (format) => {
    const { addBatch, write, folder } = writingHarness()
    const path = join(folder, `numbers.${format}`)
    const row = '{"prompt":"a chair","key":12345678901234567890,"n":2,"weights":[9007199254740993,1e400,0.5]}'
    await writeFile(path, format === 'json' ? `[${row}]` : row)
    const read = await readBack({ path })
    const batch = addBatch({ ...read, rows: read.rows.map((cells) => ({ cells })) })
    await write(batch, 'numbers again')
    expect(await readFile(join(folder, 'numbers again'), 'utf8')).toContain(
      '{"prompt":"a chair","key":"12345678901234567890","n":2,"weights":["9007199254740993","1e400",0.5],"status"',
    )
  })
})
