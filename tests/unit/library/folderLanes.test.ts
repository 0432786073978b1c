import { expect, test } from 'vitest'
import { createFolderLanes } from '../../../electron/core/library/folderLanes'

const turns = () => new Promise((resolve) => setImmediate(resolve))

test('two calls run in a folder at a time, however they end, and others in other folders', async () => {
  const { run, isBusy } = createFolderLanes()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  const first = run('a', work('1'))
  void run('a', work('2'))
  const failed = run('a', () => Promise.reject(new Error('EIO'))).catch(String)
  const fourth = run('a', work('4'))
  void run('b', work('b'))
  expect(begun).toEqual(['1', '2', 'b'])

  ends.get('1')?.()
  expect(await first).toBe('1')
  expect(await failed).toBe('Error: EIO')
  await turns()
  expect(begun).toEqual(['1', '2', 'b', '4'])
  for (const name of ['2', '4', 'b']) ends.get(name)?.()
  expect(await fourth).toBe('4')
  await turns()
  expect(isBusy()).toBe(false)
})
