import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { failureCode } from '../../support/failureCode'
import { mountSmallDisk } from '../../support/smallDisk'
import { moderated, writingHarness } from './writingHarness'

describe('a table that is written back', () => {
  test('has every row in order, queued or not, its cells as they were, then its results', async () => {
    const { addBatch, addJob, write, folder } = writingHarness()
    const batch = addBatch({
      columns: ['prompt', 'colour'],
      rows: [{ cells: ['=a "chair"', ' red'] }, { cells: ['', 'blue'] }, { cells: ['a\nbed', '-1'] }],
    })
    addJob(batch, {
      row: 1,
      taskId: 'task-1',
      items: [{ state: 'saved', imageId: 'one', revisedPrompt: '=cmd()' }],
    })
    addJob(batch, { row: 3, state: 'failed', error: moderated, items: [{ state: 'failed' }] })
    expect(await write(batch)).toEqual({ rows: 3, insteadOf: null })
    expect(await readFile(join(folder, 'out.csv'), 'utf8')).toBe(
      `\ufeffprompt,colour,status,file,revised_prompt,error,task_id
"=a ""chair"""," red",done,/library/one.png,'=cmd(),,task-1
,blue,not queued,,,,
"a
bed",-1,failed,,,Refused by the service’s safety rules. =Your prompt was refused,
`,
    )
  })

  test('replaces earlier results in their columns', async () => {
    const { addBatch, addJob, write, folder } = writingHarness()
    const batch = addBatch({
      columns: ['status', 'prompt', 'task_id'],
      rows: [{ cells: ['waiting', 'a chair', ''] }],
    })
    addJob(batch, { row: 1, taskId: '@7', items: [{ state: 'saved' }] })
    await write(batch)
    expect(await readFile(join(folder, 'out.csv'), 'utf8')).toBe(
      "\ufeffstatus,prompt,task_id,file,revised_prompt,error\ndone,a chair,'@7,,,\n",
    )
  })

  test('guards the path of a file that another user renamed: a semicolon separates cells elsewhere', async () => {
    const { addBatch, addJob, write, folder } = writingHarness()
    const batch = addBatch({ columns: ['prompt'], rows: [{ cells: ['a chair'] }] })
    addJob(batch, { row: 1, items: [{ state: 'saved', imageId: 'chair;=cmd()' }] })
    await write(batch)
    expect(await readFile(join(folder, 'out.csv'), 'utf8')).toContain(";'=cmd().png")
  })

  test('gives the job for which a row was left out, by its key or else by its content', async () => {
    const { addBatch, addJob, write, folder } = writingHarness()
    const columns = ['prompt']
    const earlier = addBatch({
      columns,
      rows: [
        { cells: ['a chair'], key: 'k1' },
        { cells: ['a bed'], content: 'bed' },
        { cells: ['a lamp'], content: 'lamp' },
      ],
    })
    addJob(earlier, { row: 1, items: [{ state: 'saved', imageId: 'chair' }] })
    addJob(earlier, { row: 2, state: 'running', taskId: 'bed-1' })
    addJob(earlier, { row: 3, state: 'cancelled' })
    const later = addBatch({
      columns,
      rows: [
        { cells: ['another chair'], key: 'k1' },
        { cells: ['a bed '], content: 'bed' },
        { cells: ['a lamp '], content: 'lamp' },
        { cells: ['a bed'], content: 'bed', key: 'k2' },
      ],
    })
    await write(later)
    const lines = (await readFile(join(folder, 'out.csv'), 'utf8')).split('\n')
    expect(lines.slice(1, -1)).toEqual([
      'another chair,done,/library/chair.png,,,',
      '"a bed ",running,,,,bed-1',
      '"a lamp ",not queued,,,,',
      'a bed,not queued,,,,',
    ])
  })

  test('names no file for an image that is missing', async () => {
    const { addBatch, addJob, write, folder } = writingHarness({ lost: ['gone'] })
    const batch = addBatch({ columns: ['prompt'], rows: [{ cells: ['a chair'] }] })
    addJob(batch, { row: 1, items: [{ state: 'saved', imageId: 'gone' }] })
    await write(batch)
    expect(await readFile(join(folder, 'out.csv'), 'utf8')).toContain('a chair,done,,,,')
  })

  test('keeps JSON values that aren’t strings as they were, and leaves out what was not there', async () => {
    const { addBatch, write, folder } = writingHarness()
    const batch = addBatch({
      layout: { format: 'json' },
      columns: ['prompt', 'n', 'image'],
      rows: [
        { cells: ['a "chair" \ud800', { json: '1.50' }, { json: '["https://a.example/1.png",null]' }] },
        { cells: ['=1', null, { json: 'null' }] },
      ],
    })
    await write(batch)
    expect(await readFile(join(folder, 'out.csv'), 'utf8')).toBe(
      String.raw`[
{"prompt":"a \"chair\" \ud800","n":1.50,"image":["https://a.example/1.png",null],"status":"not queued","file":"","revised_prompt":"","error":"","task_id":""},
{"prompt":"=1","image":null,"status":"not queued","file":"","revised_prompt":"","error":"","task_id":""}
]
`,
    )
  })

  test('has one row per line in JSON Lines, whatever was typed', async () => {
    const { addBatch, write, folder } = writingHarness()
    const batch = addBatch({
      layout: { format: 'jsonl' },
      columns: ['prompt', 'image'],
      rows: [{ cells: ['a\nchair', { json: '[\r\n  "a",\n  "b"\n]' }] }],
    })
    await write(batch)
    const [line, end] = (await readFile(join(folder, 'out.csv'), 'utf8')).split('\n')
    expect(JSON.parse(line ?? '')).toMatchObject({ prompt: 'a\nchair', image: ['a', 'b'] })
    expect(end).toBe('')
  })

  test.each([
    ['csv', 'chairs.v2.csv', 'chairs.v2 results.csv'],
    ['txt', 'prompts.txt', 'prompts results.csv'],
    ['jsonl', 'chairs.jsonl', 'chairs results.jsonl'],
    ['tsv', '', 'table results.tsv'],
  ] as const)('%s is offered under a name of its own', (format, name, offered) => {
    const { addBatch, writing } = writingHarness()
    const batch = addBatch({ name, layout: { format }, columns: ['prompt'], rows: [] })
    expect(writing.fileName(batch)).toBe(offered)
  })

  test.each(['windows-1252', 'shift_jis'])(
    'in %s becomes UTF-8 with its byte order mark, and says so',
    async (encoding) => {
      const { addBatch, write, folder } = writingHarness()
      const batch = addBatch({ layout: { encoding }, columns: ['prompt'], rows: [{ cells: ['猫'] }] })
      expect(await write(batch)).toEqual({ rows: 1, insteadOf: encoding })
      expect(await readFile(join(folder, 'out.csv'), 'utf8')).toMatch(/^\ufeffprompt,.*\n猫,/)
    },
  )

  test('replaces the target of a link, not the link', async () => {
    const { addBatch, write, folder } = writingHarness()
    const batch = addBatch({ columns: ['prompt'], rows: [{ cells: ['a chair'] }] })
    await writeFile(join(folder, 'old.csv'), 'old')
    await symlink(join(folder, 'old.csv'), join(folder, 'link.csv'))
    await write(batch, 'link.csv')
    expect(await readFile(join(folder, 'old.csv'), 'utf8')).toContain('a chair,not queued')
    expect((await readdir(folder)).toSorted()).toEqual(['link.csv', 'old.csv'])
  })
})

test('lets other work go on while a long table is written', async () => {
  const { addBatch, write } = writingHarness()
  const long = 'a chair '.repeat(10_000)
  const rows = Array.from({ length: 2_000 }, () => ({ cells: ['a chair'], content: 'chair' }))
  const large = Array.from({ length: 100 }, () => ({ cells: [long], content: 'long' }))
  const batch = addBatch({ columns: ['prompt'], rows: [...rows, ...large] })
  let turns = 0
  let writing = true
  const turn = (): void => {
    turns++
    if (writing) setImmediate(turn)
  }
  turn()
  expect(await write(batch)).toMatchObject({ rows: 2_100 })
  writing = false
  expect(turns).toBeGreaterThan(12)
})

describe('what can’t be written', () => {
  test('is refused for a batch that came from the form', async () => {
    const { write, writing } = writingHarness()
    expect(await failureCode(write('nobody'))).toBe('batchWithoutTable')
    expect(() => writing.fileName('nobody')).toThrow('batchWithoutTable')
  })

  test('leaves nothing where no file is possible', async () => {
    const { addBatch, write, folder } = writingHarness()
    const batch = addBatch({ columns: ['prompt'], rows: [{ cells: ['a chair'] }] })
    await writeFile(join(folder, 'file'), '')
    // Even root can't create a folder where a file is.
    await expect(write(batch, join('file', 'out.csv'))).rejects.toMatchObject({
      error: { code: 'tableUnwritten', detail: { cause: 'ENOTDIR' } },
    })
    expect(await readdir(folder)).toEqual(['file'])
  })

  test('leaves what was there before when the app ends halfway', async () => {
    const { addBatch, write, folder } = writingHarness()
    const batch = addBatch({ columns: ['prompt'], rows: [{ cells: ['a chair'] }] })
    await writeFile(join(folder, 'out.csv'), 'mine')
    const ending = new AbortController()
    ending.abort()
    expect(await failureCode(write(batch, 'out.csv', ending.signal))).toBe('tableUnwritten')
    expect(await readFile(join(folder, 'out.csv'), 'utf8')).toBe('mine')
    expect(await readdir(folder)).toEqual(['out.csv'])
  })

  test('leaves what was there before on a disk that is full', async ({ skip }) => {
    const { addBatch, write, folder } = writingHarness()
    const batch = addBatch({ columns: ['prompt'], rows: [{ cells: ['a chair '.repeat(100_000)] }] })
    const disk = mountSmallDisk(folder, 2)
    if ('refused' in disk) {
      console.log(`No disk to fill: ${disk.refused}`)
      return skip(disk.refused)
    }
    onTestFinished(disk.unmount)
    await writeFile(join(folder, 'out.csv'), 'mine')
    await disk.fill(100_000)
    await expect(write(batch)).rejects.toMatchObject({
      error: { code: 'tableUnwritten', detail: { cause: 'ENOSPC' } },
    })
    expect(await readFile(join(folder, 'out.csv'), 'utf8')).toBe('mine')
    expect((await readdir(folder)).toSorted()).toEqual(['filler', 'out.csv'])
  })
})
