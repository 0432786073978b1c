import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadKeytar, openKeychain } from '../../electron/shell/keychain'
import { waitMs } from '../../scripts/testRun/patience'
import { type SecretService, secretServiceAbsence, startSecretService } from '../support/secretService'

const absence = secretServiceAbsence()

describe.skipIf(absence !== null)('the keychain in a real Secret Service', () => {
  const logger = { info: () => {}, warn: () => {}, error: () => {} }
  const open = () => openKeychain({ load: loadKeytar, logger, timeoutMs: waitMs })
  let service: SecretService

  beforeAll(async () => {
    service = await startSecretService()
    Object.assign(process.env, service.env)
  })
  afterAll(() => service.stop())

  test('keeps a key for the next start, and the user’s other programs can find it', async () => {
    const secrets = await open()
    expect(secrets.kind).toBe('keychain')
    await secrets.set('key-1', 'sk-é中-secret')
    expect(await (await open()).get('key-1')).toBe('sk-é中-secret')
    expect(await service.passwords('Cyanotype')).toEqual(['sk-é中-secret'])

    await secrets.remove('key-1')
    expect(await secrets.get('key-1')).toBeNull()
    expect(await service.passwords('Cyanotype')).toEqual([])
  })

  test('reports locked, not missing, while the keyring is locked, and has the key again once it isn’t', async () => {
    const secrets = await open()
    await secrets.set('key-2', 'sk-secret')
    await service.lock()
    await expect(secrets.get('key-2')).rejects.toThrow('keychainLocked')
    const atNextStart = await open()
    expect(atNextStart.kind).toBe('locked')
    await expect(atNextStart.get('key-2')).rejects.toThrow('keychainLocked')
    await expect(atNextStart.set('key-3', 'sk-other')).rejects.toThrow('keychainLocked')

    await service.unlock()
    for (const one of [secrets, atNextStart]) {
      await one.look()
      expect(one.kind).toBe('keychain')
      expect(await one.get('key-2')).toBe('sk-secret')
      expect(await one.get('key-3')).toBeNull()
    }
    expect(await service.passwords('Cyanotype')).toEqual(['sk-secret'])
  })
})
