import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createZipWriter } from '../../../../electron/core/export/zip/zipWriter'
import { temporaryFolder } from '../../../support/temporaryFolder'
import { complaintsOfUnzip, readByPython, timesIn } from '../../../support/zipReaders'

const time = Date.UTC(2026, 10, 25, 14, 5, 9)

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** A ZIP that is being written, after `start` bytes that aren't its own, and files for it. */
async function setUp({ start = 0 } = {}) {
  const folder = temporaryFolder()
  const path = join(folder, 'set.zip')
  const file = await open(path, 'wx+')
  await file.truncate(start)
  const writer = await createZipWriter(file)
  const made = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const end = async () => {
    await writer.end()
    await file.close()
  }
  return { path, writer, made, end }
}

test('other programs read what was added, by its name, byte for byte', async () => {
  const { path, writer, made, end } = await setUp()
  const long = 'the bytes of a fern '.repeat(100_000)
  const name = 'ferns/Farn – 羊齒.png'
  await writer.add(createReadStream(await made('one', long)), { name, time }, digestOf(long))
  const added = await writer.add(
    createReadStream(await made('two', '')),
    { name: 'ferns/empty.xmp', time },
    null,
  )
  expect(added).toEqual({ bytes: 0, sha256: digestOf('') })
  await end()
  expect(await complaintsOfUnzip(path)).toBe('')
  expect(await readByPython(path)).toEqual({
    count: 2,
    entries: [
      { name, bytes: long.length, digest: digestOf(long), isUtf8: true },
      { name: 'ferns/empty.xmp', bytes: 0, digest: digestOf(''), isUtf8: true },
    ],
  })
  expect(await timesIn(path)).toContain('20261125.140509')
})

test('what was changed, is gone or is taken back leaves nothing behind, and the others are whole', async () => {
  const { path, writer, made, end } = await setUp()
  const source = await made('one', 'a fern')
  const { sha256 } = await writer.add(createReadStream(source), { name: 'one.png', time }, null)
  await writeFile(source, 'another fern, and longer'.repeat(100_000))
  const two = { name: 'two.png', time }
  await expect(writer.add(createReadStream(source), two, sha256)).rejects.toThrow('changed')
  await expect(writer.add(createReadStream(`${source} gone`), two, null)).rejects.toThrow('ENOENT')
  const undo = writer.mark()
  await writer.add(createReadStream(source), two, null)
  undo()
  const oak = 'the bytes of an oak '.repeat(70_000)
  await writer.add([Buffer.from(oak)], { name: 'three.png', time }, null)
  await end()
  const { entries } = await readByPython(path)
  expect(entries.map(({ name, digest }) => [name, digest])).toEqual([
    ['one.png', digestOf('a fern')],
    ['three.png', digestOf(oak)],
  ])
  expect((await readFile(path)).includes('another fern')).toBe(false)
  expect(await complaintsOfUnzip(path)).toBe('')
})

test('70,000 files are all found', async () => {
  const { path, writer, end } = await setUp()
  const contents = [Buffer.from('x')]
  for (let at = 0; at < 70_000; at++) await writer.add(contents, { name: `ferns/${at}.png`, time }, null)
  await end()
  const { count, entries } = await readByPython(path)
  expect(count).toBe(70_000)
  expect(entries.at(-1)).toMatchObject({ name: 'ferns/69999.png', digest: digestOf('x') })
  expect(await complaintsOfUnzip(path)).toBe('')
})

test('files past four gigabytes are found', async () => {
  const { path, writer, end } = await setUp({ start: 2 ** 32 + 5 })
  await writer.add([Buffer.from('a fern')], { name: 'far.png', time }, null)
  await end()
  expect(await readByPython(path)).toMatchObject({
    count: 1,
    entries: [{ name: 'far.png', digest: digestOf('a fern') }],
  })
  expect(await complaintsOfUnzip(path)).toBe('')
})
