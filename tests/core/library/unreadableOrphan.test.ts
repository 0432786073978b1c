import { AppFailure, appError } from '@shared/errors'
import { expect, test } from 'vitest'
import { failureCode } from '../../support/failureCode'
import { libraryHarness } from './libraryHarness'

/** A file of the library without a row, which the decoder can't read for this reason. */
async function unreadable(cause: string) {
  const { open, image, download } = await libraryHarness()
  const { library: before, imaging, stop } = open()
  const made = image()
  await before.place(await download(before, made), made)
  await stop()
  const refused = () => Promise.reject(new AppFailure(appError('imageLost', { detail: { cause } })))
  const { library } = open({ imaging: { ...imaging, inspect: refused } })
  return () => library.recover(made.jobId, made.index, { isSure: true })
}

test.each(['EDEADLK', 'EMFILE', 'EUNHEARDOF'])(
  'a file in the library that can’t be read now is not taken for one that isn’t there: %s',
  async (cause) => {
    const recover = await unreadable(cause)
    expect(await failureCode(recover())).toBe('imageLost')
  },
)

test.each(['ENOENT', 'EACCES'])('one that is gone, or is not ours to read, is: %s', async (cause) => {
  const recover = await unreadable(cause)
  expect(await recover()).toBeNull()
})
