import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TableReadAs } from '@shared/model/tableReading'
import { describe, expect, test } from 'vitest'
import { encodedAs } from '../../support/legacyText'
import { temporaryFolder } from '../../support/temporaryFolder'
import { readBack } from './readBack'

function read(name: string, content: string | Uint8Array, readAs?: TableReadAs) {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, content)
  return readBack({ path }, readAs)
}

const asked = (planned: Awaited<ReturnType<typeof read>>['planned']) =>
  planned.map(({ drafts: [draft] }) => (draft === undefined ? null : [draft.prompt, draft.size, draft.n]))

describe('a table in an old encoding', () => {
  const bytes = encodedAs('gb18030', 'prompt,size\r\n红色的狐狸,1024x1024\r\n')

  test('is shown as a guess, with its first lines in each encoding that it may be in', async () => {
    const { layout, reading, rows } = await read('fox.csv', bytes)
    expect(layout.encoding).toBe('gb18030')
    expect(reading.unsure).toBe(true)
    expect(reading.encodings[0]).toEqual({ encoding: 'gb18030', lines: ['红色的狐狸,1024x1024'] })
    expect(reading.encodings.length).toBeGreaterThan(3)
    expect(rows).toEqual([['红色的狐狸', '1024x1024']])
  })

  test('is read in the one that was chosen', async () => {
    const { reading, rows } = await read('fox.csv', bytes, { encoding: 'ibm850', header: null })
    expect(reading).toMatchObject({ unsure: false, header: 1 })
    expect(rows[0]?.[0]).toBe('║ý╔½Á─║³└Û')
  })

  test('is a guess too where the first of its letters come late', async () => {
    const late = Buffer.concat([
      Buffer.from(`prompt\n${'a red fox\n'.repeat(10_000)}`),
      encodedAs('windows-1252', 'mañana\n'),
    ])
    const { reading } = await read('fox.csv', late)
    expect(reading.unsure).toBe(true)
    expect(reading.encodings[0]).toEqual({ encoding: 'windows-1252', lines: ['mañana'] })
  })
})

describe('a table with something above its rows', () => {
  test.each([
    ['a line for spreadsheets', 'sep=;\r\nprompt;size;n\r\na red fox, in snow;1024x1024;2\r\n', 2],
    ['that line in quotes', '"sep=;"\r\nprompt;size;n\r\na red fox, in snow;1024x1024;2\r\n', 2],
    ['a title', 'Campaign spring,,\r\n,,\r\nprompt,size,n\r\n"a red fox, in snow",1024x1024,2\r\n', 3],
    ['a title without cells', 'Campaign spring\nprompt;size;n\na red fox, in snow;1024x1024;2\n', 2],
  ])('has its names where they are: %s', async (_, text, header) => {
    const { reading, planned, problem } = await read('fox.csv', text)
    expect(problem).toBeNull()
    expect(reading.header).toBe(header)
    expect(asked(planned)).toEqual([['a red fox, in snow', '1024x1024', 2]])
  })

  test('has its names in the row that was chosen, or nowhere', async () => {
    const text = 'Liste\nBild;Format\nein Fuchs;1024x1024\n'
    const first = await read('fox.csv', text)
    expect(first.reading.firstRows).toMatchObject([{ line: 1, text: 'Liste' }, { line: 2 }, { line: 3 }])
    const chosen = await read('fox.csv', text, { encoding: null, header: 2 })
    expect(chosen).toMatchObject({ columns: ['Bild', 'Format'], rows: [['ein Fuchs', '1024x1024']] })
    const none = await read('fox.csv', 'a fox,1024x1024\n', { encoding: null, header: 0 })
    expect(none).toMatchObject({ columns: ['', ''], rows: [['a fox', '1024x1024']] })
    expect(none.problem?.code).toBe('tableWithoutPrompt')
  })
})

describe('a table that isn’t CSV', () => {
  test.each([
    ['cells between pipes', 'fox.csv', 'prompt | size | n\na red fox | 1024x1024 | 2\n'],
    [
      'Markdown',
      'fox.md',
      '# Foxes\n\n| Prompt | Size | n |\n|---|:-:|---|\n| a red fox | 1024x1024 | 2 |\n',
    ],
    ['Markdown in a text file', 'fox.txt', 'Prompt|Size|n\n-|-|-\na red fox|1024x1024|2\n'],
  ])('is read: %s', async (_, name, text) => {
    const { planned, problem } = await read(name, text)
    expect(problem).toBeNull()
    expect(asked(planned)).toEqual([['a red fox', '1024x1024', 2]])
  })

  test('keeps a pipe in Markdown, and those between alternatives in a list of prompts', async () => {
    expect((await readBack({ text: '|prompt|n|\n|--|--|\n|a {red\\|blue} fox|1|' })).rows).toEqual([
      ['a {red|blue} fox', '1'],
    ])
    expect((await read('foxes.csv', 'a {red|blue} fox\na {old|new} town\n')).rows).toHaveLength(2)
  })

  test.each([
    ['<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>prompt</td></tr></table></html>'],
    ['<!-- saved -->\n<TABLE border=1><tr><td>prompt'],
    ['<?xml version="1.0"?><Workbook/>'],
  ])('is refused in words if it is markup: %s', async (text) => {
    const { problem, rows } = await read('fox.xls', text)
    expect([problem?.code, rows]).toEqual(['tableMarkup', []])
  })
})

describe('a row', () => {
  test('has its addresses apart, without the marks around them', async () => {
    const text =
      'prompt;image\na;"https://a.example/1.png, https://a.example/2,5.png;https://b.example/3.png."\n'
    const { planned } = await read('fox.csv', text)
    expect(planned[0]?.drafts[0]?.image).toEqual([
      'https://a.example/1.png',
      'https://a.example/2,5.png',
      'https://b.example/3.png',
    ])
  })

  test('has the size that is meant', async () => {
    const { planned } = await read('fox.csv', 'prompt,size\na,1024 x 1536\nb,1024×1536\nc,1024X1536\n')
    expect(asked(planned).map((one) => one?.[1])).toEqual(['1024x1536', '1024x1536', '1024x1536'])
  })
})
