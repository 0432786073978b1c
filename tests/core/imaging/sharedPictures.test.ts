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
