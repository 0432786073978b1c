import { link, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { setUp } from './deliveryHarness'

test.each([
  ['a symbolic link', symlink],
  ['a hard link', link],
])('an image that came in the answer itself is not written through %s', async (_, plant) => {
  const spooled: { spoolFile: string; url: null } = { spoolFile: '', url: null }
  const { delivery, folder, jobId, saved, library, pixels, ready } = await setUp(undefined, [spooled])
  const spoolFile = join(folder, 'answer.bin')
  await writeFile(spoolFile, pixels)
  const item = ready.get('0')
  if (item === undefined) throw new Error('no item')
  ready.set('0', { ...item, spoolFile })
  const victim = join(folder, 'thesis.txt')
  await writeFile(victim, 'years of work')
  const incoming = join(folder, 'library/.cyanotype/incoming')
  await mkdir(incoming, { recursive: true })
  await plant(victim, join(incoming, `${jobId}-1.part`))

  delivery.start()
  const id = await eventually(() => saved.get('0'), { what: 'the image' })
  expect(await readFile(victim, 'utf8')).toBe('years of work')
  const kept = await library.imageFile(id)
  if (kept === null) throw new Error('the image is not in the library')
  expect((await readFile(kept)).equals(pixels)).toBe(true)
})
