import { expect, test } from 'vitest'
import { createSharedPictures } from '../../../electron/imaging/sharedPictures'

test('a file is decoded once for those who ask for it together, and only the latest are kept', async () => {
  const decoded: string[] = []
  const shared = createSharedPictures(async (path) => {
    decoded.push(path)
    return path.toUpperCase()
  })
  expect(await Promise.all(['a', 'a', 'b', 'a'].map(shared.get))).toEqual(['A', 'A', 'B', 'A'])
  expect(decoded).toEqual(['a', 'b'])
  await shared.get('c')
  await shared.get('a')
  expect(decoded).toEqual(['a', 'b', 'c'])
  await shared.get('b')
  expect(decoded).toEqual(['a', 'b', 'c', 'b'])
})
