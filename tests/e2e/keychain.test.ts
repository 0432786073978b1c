import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errors } from '@shared/text/errors'
import { type SecretService, secretServiceAbsence, startSecretService } from '../support/secretService'
import { test as base, expect } from './fixtures/app'
import { createProfile, filesBelow } from './fixtures/profile'
import { galleryOf, queueOf } from './fixtures/regions'
import { connect, connectByDialog, generate } from './fixtures/steps'

const test = base.extend<{ readonly keyring: SecretService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  keyring: async ({}, use) => {
    const keyring = await startSecretService()
    await use(keyring)
    await keyring.stop()
  },
})

const key = 'sk-Cyan/otype+Test==4217/unlikely'

/** The key in each form it could have in a file: plain, percent-encoded, UTF-16, and base64 at any offset. */
function forms(secret: string): readonly { readonly name: string; readonly bytes: Buffer }[] {
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.from(`${'.'.repeat(shift)}${secret}`).toString('base64')
    // The first and last groups depend on what is beside it.
    return { name: `base64 at ${shift}`, bytes: Buffer.from(text.slice(4, -4)) }
  })
  return [
    { name: 'plain', bytes: Buffer.from(secret) },
    { name: 'percent', bytes: Buffer.from(encodeURIComponent(secret)) },
    { name: 'UTF-16 LE', bytes: Buffer.from(secret, 'utf16le') },
    { name: 'UTF-16 BE', bytes: Buffer.from(secret, 'utf16le').swap16() },
    ...base64,
  ]
}

/** Which form of the key is in which file below a folder, one line each. */
async function findings(folder: string): Promise<readonly string[]> {
  const found = await Promise.all(
    forms(key).map(async ({ name, bytes }) =>
      (await filesWith(folder, bytes)).map((path) => `${name} in ${path}`),
    ),
  )
  return found.flat()
}

async function filesWith(folder: string, wanted: Buffer): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of await filesBelow(folder)) {
    // A file may go meanwhile.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (bytes.includes(wanted)) found.push(path)
  }
  return found
}

const absence = secretServiceAbsence()

test.describe('with a keychain', () => {
  test.skip(absence !== null, absence ?? '')

  test('the key is in the keychain and nowhere under the home folder, though the service echoes it', async ({
    keyring,
    launch,
    serve,
  }) => {
    const service = await serve({ key, echo: true })
    const profile = await createProfile(keyring.home)
    const { env } = keyring
    const first = await launch(profile, { env })
    await connectByDialog(first.page, service)
    await generate(first.page, { prompt: 'A locked box', images: 2 })
    await expect.poll(() => service.posts).toBeGreaterThan(0)
    await queueOf(first.page).button('Show the requests of A locked box').click()
    await expect(queueOf(first.page).region).toContainText('refused')
    await queueOf(first.page).region.getByRole('button', { name: 'Details' }).first().click()
    await expect(queueOf(first.page).region).toContainText('You sent')
    expect(await first.page.content()).not.toContain(key)

    expect(await keyring.passwords('Cyanotype')).toEqual([key])
    expect(await findings(keyring.home)).toEqual([])
    await first.quit()
    // The answer is kept, so the search covered the place where the key would be.
    expect(await filesWith(profile.folder, Buffer.from('You sent'))).not.toEqual([])
    expect(await findings(keyring.home)).toEqual([])
  })

  test('what is queued while the keyring is locked is sent with the saved key once it is unlocked, whichever start that is', async ({
    keyring,
    launch,
    serve,
  }) => {
    const service = await serve({ key })
    const profile = await createProfile(keyring.home)
    const { env } = keyring
    const first = await launch(profile, { env })
    await connect(first, service)
    await first.quit()

    await keyring.lock()
    const second = await launch(profile, { env })
    await generate(second.page, { prompt: 'A locked box' })
    await expect(second.page.getByText(errors.keychainLocked.cause).first()).toBeVisible()
    // Though the system's question for the password is still open.
    await second.quit()

    const third = await launch(profile, { env })
    await expect(third.page.getByText(errors.keychainLocked.cause).first()).toBeVisible()
    expect(service.posts).toBe(0)
    await keyring.unlock()
    await keyring.dismiss()
    await expect(galleryOf(third.page).tile('A locked box', 1, 1, 'saved')).toBeVisible()
    await expect(third.page.getByText(errors.keychainLocked.cause)).toHaveCount(0)
    expect(service.posts).toBe(1)
    await third.quit()
  })
})

test('the search finds a key that is there', async ({ profile }) => {
  await mkdir(profile.folder, { recursive: true })
  for (const [index, shifted] of ['', 'B', 'Be'].entries()) {
    await writeFile(
      join(profile.folder, `${index}`),
      Buffer.from(`${shifted}${key} and more`).toString('base64'),
    )
  }
  await writeFile(join(profile.folder, 'utf16'), Buffer.from(`x${key}`, 'utf16le'))
  const files = (await findings(profile.folder)).map((finding) => finding.split(' in ')[1])
  expect(new Set(files).size).toBe(4)
})
