import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readySettings } from '@shared/model/exportRecipe'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createDecoder } from '../../../electron/imaging/decoder'
import { createSharedPictures } from '../../../electron/imaging/sharedPictures'
import { temporaryFolder } from '../../support/temporaryFolder'
import { oddPictures } from './oddPictures'

test('a file is decoded once for those who ask for it together, and only the latest are kept', async () => {
  const decoded: string[] = []
  const shared = createSharedPictures(async (path) => {
    decoded.push(path)
    return path.toUpperCase()
  })
  expect(await Promise.all(['a', 'a', 'b', 'a'].map(shared.get))).toEqual(['A', 'A', 'B', 'A'])
  expect(decoded).toEqual(['a', 'b'])
  await shared.get('c')
  await shared.get('d')
  await shared.get('a')
  expect(decoded).toEqual(['a', 'b', 'c', 'd'])
  await shared.get('b')
  expect(decoded).toEqual(['a', 'b', 'c', 'd', 'b'])
})

test('a file that could not be decoded is tried anew', async () => {
  let isWhole = false
  const shared = createSharedPictures(async () =>
    isWhole ? 'whole' : Promise.reject(new Error('cut short')),
  )
  await expect(shared.get('a')).rejects.toThrow('cut short')
  isWhole = true
  expect(await shared.get('a')).toBe('whole')
})

const withResolution = {
  name: 'a PNG with 300 pixels an inch',
  bytes: () =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
      .withMetadata({ density: 300 })
      .png()
      .toBuffer(),
}

/** All that can be decoded. */
const pictures = [...oddPictures.filter(({ shown }) => shown.points !== null), withResolution]

test.each(pictures)('several recipes write what one does of $name', async (odd) => {
  const decoder = createDecoder(async () => sharp)
  const folder = temporaryFolder()
  const source = join(folder, 'source')
  await writeFile(source, await odd.bytes())
  for (const format of ['png', 'jpeg'] as const) {
    const written: Buffer[] = []
    for (const isShared of [false, true, true]) {
      const path = join(folder, `${written.length}.${format}`)
      await writeFile(path, '')
      await decoder.convert(source, {
        ...readySettings.web,
        ...{ path, format, isShared, longestSide: null, description: null },
      })
      written.push(await readFile(path))
    }
    const [alone, ...shared] = written
    expect(shared).toEqual([alone, alone])
  }
})
