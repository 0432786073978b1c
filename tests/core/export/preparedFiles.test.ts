import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import { readySettings } from '@shared/model/exportRecipe'
import { expect, onTestFinished, test } from 'vitest'
import { NotNow } from '../../../electron/core/export/destination'
import { createPreparedFiles, preparePicture } from '../../../electron/core/export/preparedFiles'
import { temporaryFolder } from '../../support/temporaryFolder'

test.skipIf(process.platform === 'win32')(
  'only the user can enter the folder of prepared files',
  async () => {
    // The loosest umask: it removes no permission.
    const before = process.umask(0)
    onTestFinished(() => void process.umask(before))
    const path = await createPreparedFiles(temporaryFolder()).make()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    for (const folder of [dirname(path), dirname(dirname(path))])
      expect((await stat(folder)).mode & 0o777).toBe(0o700)
  },
)

test('prepared files of an earlier run are removed by the next start, and its own stay', async () => {
  const profile = temporaryFolder()
  const earlier = await createPreparedFiles(profile).make()
  const preparedFiles = createPreparedFiles(profile)
  const own = await preparedFiles.make()
  await preparedFiles.start()
  expect([earlier, own].map((path) => existsSync(path))).toEqual([false, true])
})

test('a prepared file that can’t be kept says nothing about the image or the destination, and is removed', async () => {
  const profile = temporaryFolder()
  const preparedFiles = createPreparedFiles(profile)
  const full = new AppFailure(appError('libraryUnwritable', { detail: { cause: 'ENOSPC' } }))
  const made: string[] = []
  const strip = async (_: string, path: string) => {
    made.push(path)
    throw full
  }
  const library = { details: () => ({ decoded: true }) }
  const deps = { preparedFiles, library, imaging: { strip } } as unknown as Parameters<
    typeof preparePicture
  >[0]
  const settings = { ...readySettings.originals, metadata: 'stripped' as const }
  const failure = await preparePicture(deps, settings, { imageId: 'fern' }, 'fern.png').catch((one) => one)
  expect(failure).toBeInstanceOf(NotNow)
  expect(failure.error).toMatchObject({ code: 'storageUnwritable', detail: { cause: 'ENOSPC' } })
  expect(made.map((path) => existsSync(path))).toEqual([false])
})
