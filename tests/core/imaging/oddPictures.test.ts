import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failureCode } from '../../support/failureCode'
import { temporaryFolder } from '../../support/temporaryFolder'
import { expectShown } from './expectShown'
import { startImaging } from './imagingHarness'
import { badPictures, oddPictures } from './oddPictures'
import { fileOf } from './samples'

describe('a picture is shown as what it is', () => {
  test.each(oddPictures)('$name', async (odd) => {
    const { imaging, processes } = await startImaging()
    const inspect = (path: string, copies: Parameters<typeof imaging.thumbnail>[1]) =>
      imaging.inspect(path, { copies })
    await expectShown({ inspect, thumbnail: imaging.thumbnail }, odd)
    expect(processes.started('imaging')).toBe(1)
  })
})

describe('a file that is no whole picture is refused, and the decoder goes on', () => {
  test.each(badPictures)('$name', async ({ bytes, code }) => {
    const { imaging, processes } = await startImaging()
    const folder = temporaryFolder()
    const path = fileOf(folder, 'picture.png', await bytes())
    const copies = [{ path: join(folder, 'copy.webp'), edge: 256 }]
    expect(await failureCode(imaging.inspect(path, { copies }))).toBe(code)
    expect(await failureCode(imaging.thumbnail(path, copies))).toBe(code)
    expect(processes.started('imaging')).toBe(1)
  })
})
