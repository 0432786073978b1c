import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ChildProcesses } from '../../support/childProcesses'
import { pngChunk } from '../../support/pngFile'
import { temporaryFolder } from '../../support/temporaryFolder'
import { startImaging } from './imagingHarness'
import { fileOf, sample } from './samples'

const megabyte = 1024 * 1024

/** A picture with chunks put in before its first pixels. */
async function withChunks(...chunks: readonly Buffer[]): Promise<Buffer> {
  const plain = await sample(64, 48).png().toBuffer()
  const at = plain.indexOf('IDAT', 0, 'latin1') - 4
  return Buffer.concat([plain.subarray(0, at), ...chunks, plain.subarray(at)])
}

/** The most memory the imaging process ever had, in megabytes. */
function peakOf(processes: ChildProcesses): number {
  const pid = processes.running('imaging')[0]?.pid
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

const zeros = deflateSync(Buffer.alloc(40 * megabyte))
const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), zeros])
const language = Buffer.concat([Buffer.from('Comment\0\x01\0\0\0', 'latin1'), zeros])
const profile = Buffer.concat([Buffer.from('p\0\0', 'latin1'), zeros])
const orientation = Buffer.from('4d4d002a000000080001011200030000000100060000000000000000', 'hex')

test.each([
  ['text', Array.from({ length: 20 }, () => pngChunk('zTXt', text))],
  ['text of a language', Array.from({ length: 20 }, () => pngChunk('iTXt', language))],
  ['a profile that unpacks to far more than one', [pngChunk('iCCP', profile)]],
])('a picture with %s takes no more memory than one without', async (_, chunks) => {
  const { imaging, processes } = await startImaging()
  const folder = temporaryFolder()
  await imaging.inspect(fileOf(folder, 'plain.png', await withChunks()))
  const before = peakOf(processes)
  const path = fileOf(folder, 'bomb.png', await withChunks(...chunks))
  expect(await imaging.inspect(path)).toEqual({ format: 'png', width: 64, height: 48, decoded: true })
  await imaging.thumbnail(path, `${folder}/small.webp`, 32)
  expect(peakOf(processes) - before).toBeLessThan(60)
})

test('what belongs to the picture stays: see-through colours, its own, and the way it is turned', async () => {
  const { imaging } = await startImaging()
  const folder = temporaryFolder()
  const colours = await sharp({
    create: { width: 60, height: 40, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } },
  })
    .png({ palette: true })
    .toBuffer()
  const at = colours.indexOf('IDAT', 0, 'latin1') - 4
  const extras = [
    pngChunk('eXIf', orientation),
    pngChunk('tEXt', Buffer.from('Comment\0words')),
    pngChunk('vpAg', Buffer.alloc(9)),
  ]
  const path = fileOf(
    folder,
    'picture.png',
    Buffer.concat([colours.subarray(0, at), ...extras, colours.subarray(at)]),
  )
  expect(await imaging.inspect(path)).toEqual({ format: 'png', width: 40, height: 60, decoded: true })
  await imaging.thumbnail(path, `${folder}/small.webp`, 32)
  const { data } = await sharp(`${folder}/small.webp`)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[3]).toBeGreaterThan(110)
  expect(data[3]).toBeLessThan(145)
})

test('a file of nothing but tiny chunks is not looked through for ever', async () => {
  const { imaging } = await startImaging()
  const path = fileOf(
    temporaryFolder(),
    'chunks.png',
    await withChunks(Buffer.concat(Array.from({ length: 210_000 }, () => pngChunk('tEXt', Buffer.alloc(0))))),
  )
  expect(await imaging.inspect(path)).toEqual({ format: 'png', width: 64, height: 48, decoded: false })
})

test('a picture with text and without an end takes no more memory either', async () => {
  const { imaging, processes } = await startImaging()
  const folder = temporaryFolder()
  await imaging.inspect(fileOf(folder, 'plain.png', await withChunks()))
  const before = peakOf(processes)
  const bomb = await withChunks(...Array.from({ length: 20 }, () => pngChunk('zTXt', text)))
  const path = fileOf(
    folder,
    'bomb.png',
    bomb.subarray(0, bomb.length - pngChunk('IEND', Buffer.alloc(0)).length),
  )
  expect(await imaging.inspect(path)).toMatchObject({ width: 64, height: 48 })
  expect(peakOf(processes) - before).toBeLessThan(60)
})

test('of thousands of profiles one is unpacked', async () => {
  const { imaging } = await startImaging()
  const four = Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(Buffer.alloc(4 * megabyte))])
  const profiles = Array.from({ length: 12_000 }, () => pngChunk('iCCP', four))
  const path = fileOf(temporaryFolder(), 'profiles.png', await withChunks(...profiles))
  expect(await imaging.inspect(path)).toEqual({ format: 'png', width: 64, height: 48, decoded: true })
})
