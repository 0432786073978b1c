import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileAccount } from '@shared/model/brought'
import { promptMaximum } from '@shared/model/prompt'
import { describe, expect, test } from 'vitest'
import { withFile } from '../../../electron/imaging/openedFile'
import { pictureProvenance } from '../../../electron/imaging/pictureProvenance'
import { plainPng, tooLarge } from '../../../electron/imaging/plainPng'
import { readProvenance } from '../../../electron/imaging/provenance/provenance'
import {
  bytesMaximum,
  createReadingBudget,
  partsMaximum,
  stepsMaximum,
} from '../../../electron/imaging/provenance/readingBudget'
import { countedWork } from '../../support/countedWork'
import {
  emptyPixelsPng,
  profilesPng,
  repeatedPng,
  selfNamingPng,
  sharedItemsAvif,
  spacedPng,
} from '../../support/hostilePictures'
import { pngChunk } from '../../support/pngFile'
import { temporaryFolder } from '../../support/temporaryFolder'
import {
  comfyGraph,
  jpegSegment,
  jpegWith,
  pngWith,
  textChunk,
  withCredentials,
} from '../../support/toldImages'
import { startImaging } from './imagingHarness'

/** What a window of a file that is read at once has, in bytes. */
const windowBytes = 16 * 1024

async function fileOf(bytes: Buffer): Promise<string> {
  const path = join(temporaryFolder(), 'image')
  await writeFile(path, bytes)
  return path
}

/** Reads what a file says, and expects that the budget was kept to. */
async function read(bytes: Buffer) {
  const budget = createReadingBudget()
  const path = await fileOf(bytes)
  const { result, ...counts } = await countedWork(() => pictureProvenance(path, budget))
  expect(budget.spent.parts).toBeLessThanOrEqual(partsMaximum)
  expect(budget.spent.steps).toBeLessThanOrEqual(stepsMaximum)
  expect(budget.spent.bytes).toBeLessThanOrEqual(bytesMaximum)
  return { said: result, spent: budget.spent, ...counts }
}

/** Calls that open, measure and close a file, twice. */
const fixedCalls = 10

describe('what a file says is read within a budget', () => {
  test('though a node names itself in five inputs, of which each has five', async () => {
    const { said, spent } = await read(await selfNamingPng())
    expect(said).toMatchObject({ prompt: null, tool: 'ComfyUI' })
    expect(spent.steps).toBe(stepsMaximum)
  })

  test('though many samplers lead to one node, whose link is a long list', async () => {
    const nodes = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [
        `s${at}`,
        { class_type: 'KSampler', inputs: { positive: ['1', 0], negative: ['1', 0] } },
      ]),
    )
    const long = [Array.from({ length: 100_000 }, (_, at) => at), 0]
    const graph = { ...nodes, 1: { class_type: 'Cut', inputs: { conditioning: long } } }
    const { said } = await read(await pngWith([textChunk('prompt', JSON.stringify(graph))]))
    expect(said).toMatchObject({ prompt: null, tool: 'ComfyUI' })
  })

  test('though a link is a list in a list, a hundred thousand times', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const text = `{"1":{"class_type":"KSampler","inputs":{"positive":[${deep},0],"negative":["1",0]}}}`
    const { said } = await read(await pngWith([textChunk('prompt', text)]))
    expect(said).toMatchObject({ prompt: null, tool: 'ComfyUI' })
  })

  test.each([80_000, 900_000])('though its words are %d spaces apart', async (spaces) => {
    const words = `a fern${' '.repeat(spaces)}in the rain`
    const { said } = await read(await spacedPng(spaces))
    expect(said.prompt).toBe(words.slice(0, promptMaximum))
  })

  test('though settings have no name, no end and no quote that ends them', async () => {
    const of = async (settings: string): Promise<FileAccount> =>
      (await read(await pngWith([textChunk('parameters', `a fern\nSteps: 1, ${settings}`)]))).said
    for (const part of ['w', 'w ', ':', 'a:"', '":', 'a: ', 'a:"\\', ',', 'a:1,', '"\\"'])
      expect((await of(part.repeat(900_000 / part.length))).prompt).toBe('a fern')
    expect((await of('Note: "a, b", Open: "c, Seed: 7')).facts).toEqual([
      { name: 'Steps', value: '1' },
      { name: 'Note', value: 'a, b' },
      { name: 'Open', value: '"c' },
      { name: 'Seed', value: '7' },
    ])
  })

  test('though it says the same ten thousand times, packed', async () => {
    const { said, packings, spent } = await read(await repeatedPng(10_000))
    expect(said.prompt?.startsWith('fern fern')).toBe(true)
    expect(packings).toBe(1)
    expect(spent.bytes).toBeGreaterThan(1_000_000)
  })

  test('though what it has packed is broken, each time at its end', async () => {
    const broken = await pngWith(
      Array.from({ length: 200 }, (_, at) => {
        const whole = Buffer.concat([Buffer.from(`Text ${at}\0\0`), Buffer.from('x')])
        return pngChunk('zTXt', whole)
      }),
    )
    const { packings } = await read(broken)
    expect(packings).toBeLessThanOrEqual(4)
  })

  test('though all items of an AVIF have the same megabyte', async () => {
    const { fileCalls, spent } = await read(await sharedItemsAvif(9_000))
    expect(fileCalls).toBeLessThan(fixedCalls + 30)
    expect(spent.bytes).toBeLessThan(2 * 1024 * 1024)
  })

  test('though it has nothing but tiny parts', async () => {
    const fills = Buffer.alloc(1_000_000, 0xff)
    const comments = Buffer.concat(Array.from({ length: 100_000 }, () => jpegSegment(0xfe, Buffer.alloc(0))))
    const jpeg = await jpegWith({})
    for (const parts of [fills, comments]) {
      const budget = createReadingBudget()
      const path = await fileOf(Buffer.concat([jpeg.subarray(0, 2), parts, jpeg.subarray(2)]))
      const { fileCalls } = await countedWork(() =>
        withFile(path, (file) => readProvenance(file, 'jpeg', budget)),
      )
      expect(budget.spent.parts).toBe(partsMaximum)
      expect(fileCalls).toBeLessThan(fixedCalls + (2 * 4 * partsMaximum) / windowBytes)
    }
  })

  test('and what the budget ends says no more, while what came before counts', async () => {
    const told = await pngWith([
      textChunk('prompt', JSON.stringify(comfyGraph('a fern'))),
      ...Array.from({ length: 30_000 }, () => pngChunk('tEXt', Buffer.alloc(0))),
      textChunk('Software', 'Draw 2'),
    ])
    expect((await read(withCredentials(told, 'png'))).said).toMatchObject({
      prompt: 'a fern',
      tool: 'ComfyUI',
    })
  })
})

describe('a PNG is made plain', () => {
  /** Reads of chunks, and once more of those that stay. */
  const callsFor = async (path: string): Promise<number> =>
    fixedCalls + Math.ceil((3 * (await stat(path)).size) / windowBytes)

  test.each([
    ['two thousand times no pixels and a profile', () => emptyPixelsPng(2_000)],
    ['five hundred profiles that unpack to too much', () => profilesPng(500)],
  ])('of %s with one profile unpacked, and few reads', async (_, build) => {
    const path = await fileOf(await build())
    const { result, fileCalls, packings } = await countedWork(() => plainPng(path))
    expect(result).not.toBe(tooLarge)
    expect(packings).toBe(1)
    expect(fileCalls).toBeLessThanOrEqual(await callsFor(path))
  })

  test('and a paid image is saved whatever its texts would take', async () => {
    const { imaging, processes } = await startImaging()
    for (const bytes of [
      await selfNamingPng(),
      await spacedPng(80_000),
      await emptyPixelsPng(99_000),
      await profilesPng(500),
      await repeatedPng(10_000),
    ]) {
      const path = await fileOf(bytes)
      expect(await imaging.inspect(path)).toMatchObject({ format: 'png', decoded: true })
      await imaging.provenance(path)
    }
    expect(processes.started('imaging')).toBe(1)
  })
})
