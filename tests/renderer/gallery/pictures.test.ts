import { expect, test } from 'vitest'
import { createPictures } from '../../../renderer/client/pictures'
import { standInPictures } from '../../support/standInPictures'

const never = new AbortController().signal

test('asks for a few pictures at once, and for the others as those arrive', async () => {
  const { asked, arrive } = standInPictures()
  const pictures = createPictures()
  const all = Array.from({ length: 40 }, (_, n) => pictures.load(`cyanotype://small/${n}`, 10, never))
  await expect.poll(() => asked).toHaveLength(16)
  arrive()
  await Promise.all(all)
  expect(asked).toHaveLength(40)
})

test('never asks for what was left before its turn', async () => {
  const { asked, arrive } = standInPictures()
  const pictures = createPictures()
  const leaving = new AbortController()
  const kept = Array.from({ length: 16 }, (_, n) => pictures.load(`cyanotype://small/${n}`, null, never))
  const left = pictures.load('cyanotype://small/left', null, leaving.signal)
  const last = pictures.load('cyanotype://small/last', null, never)
  leaving.abort()
  await expect(left).rejects.toThrow()
  arrive()
  await Promise.all([...kept, last])
  expect(asked).toHaveLength(17)
  expect(asked).not.toContain('cyanotype://small/left')
})

test('closes what was decoded for someone who has left', async () => {
  const { widths, arrive, open } = standInPictures()
  const leaving = new AbortController()
  const left = createPictures().load('cyanotype://small/left', null, leaving.signal)
  await expect.poll(() => widths.size).toBe(1)
  leaving.abort()
  arrive()
  await expect(left).rejects.toThrow()
  expect(open()).toBe(0)
})

test('makes room for the next one after a picture that is missing', async () => {
  const { arrive } = standInPictures()
  arrive()
  const pictures = createPictures()
  for (let n = 0; n < 20; n++)
    await expect(pictures.load('cyanotype://small/missing', null, never)).rejects.toThrow()
  await pictures.load('cyanotype://small/there', null, never)
})

test('begins no picture while none is allowed, and then all', async () => {
  const { asked, arrive } = standInPictures()
  arrive()
  const pictures = createPictures()
  const done: string[] = []
  pictures.allow('none')
  const load = pictures.load('cyanotype://small/held', null, never)
  pictures.whenFree(() => done.push('free'))
  pictures.whenFree(() => done.push('left'))()
  await Promise.resolve()
  expect(asked).toEqual([])
  expect(done).toEqual([])
  pictures.allow('all')
  await load
  expect(asked).toEqual(['cyanotype://small/held'])
  pictures.whenFree(() => done.push('at once'))
  expect(done).toEqual(['free', 'at once'])
})

test('begins two pictures at a time while the list is moving', async () => {
  const { asked, arrive } = standInPictures()
  const pictures = createPictures()
  pictures.allow('few')
  const all = Array.from({ length: 5 }, (_, n) => pictures.load(`cyanotype://small/${n}`, null, never))
  await expect.poll(() => asked).toHaveLength(2)
  await Promise.resolve()
  expect(asked).toHaveLength(2)
  arrive()
  await Promise.all(all)
  expect(asked).toHaveLength(5)
})

test('is at rest once all pictures are there, or have failed', async () => {
  const { arrive } = standInPictures()
  const pictures = createPictures()
  let isAtRest = false
  const rest = pictures.atRest().then(() => {
    isAtRest = true
  })
  const all = Array.from({ length: 20 }, (_, n) =>
    pictures.load(`cyanotype://small/${n === 7 ? 'missing' : n}`, null, never).catch(() => null),
  )
  await Promise.resolve()
  expect(isAtRest).toBe(false)
  arrive()
  await rest
  expect(await Promise.all(all)).toHaveLength(20)
})
