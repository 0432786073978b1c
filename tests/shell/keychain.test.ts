import { describe, expect, test } from 'vitest'
import type { Logger } from '../../electron/core/ports'
import { type Keychain, openKeychain } from '../../electron/shell/keychain'

function recordingLogger() {
  const lines: string[] = []
  const write: Logger['info'] = (event, fields) => lines.push(JSON.stringify({ event, ...fields }))
  return { lines, logger: { info: write, warn: write, error: write } }
}

/** An in-memory keychain that can be locked: it then answers null and stores nothing until it is unlocked. */
function lockableKeychain() {
  const kept = new Map<string, string>()
  let unlocked = Promise.resolve()
  let unlock = (): void => {}
  let locked = false
  const name = (service: string, account: string) => `${service}/${account}`
  const keychain: Keychain = {
    getPassword: async (service, account) => (locked ? null : (kept.get(name(service, account)) ?? null)),
    async setPassword(service, account, password) {
      await unlocked
      kept.set(name(service, account), password)
    },
    deletePassword: async (service, account) => kept.delete(name(service, account)),
  }
  return {
    keychain,
    kept,
    lock() {
      locked = true
      unlocked = new Promise((resolve) => {
        unlock = resolve
      })
    },
    unlock() {
      locked = false
      unlock()
    },
  }
}

const open = (load: () => Promise<Keychain>) =>
  openKeychain({ load, logger: recordingLogger().logger, timeoutMs: 20 })

describe('the keychain', () => {
  test('keeps keys under the service Cyanotype and leaves no probe behind', async () => {
    const { keychain, kept } = lockableKeychain()
    const secrets = await open(async () => keychain)
    expect(secrets.kind).toBe('keychain')
    await secrets.set('key-1', 'sk-secret')
    expect([...kept]).toEqual([['Cyanotype/key-1', 'sk-secret']])
    expect(await secrets.get('key-1')).toBe('sk-secret')
    await secrets.remove('key-1')
    expect(await secrets.get('key-1')).toBeNull()
    expect(kept.size).toBe(0)
  })

  test('reports locked, not missing, if it was locked after the start', async () => {
    const { keychain, lock, unlock } = lockableKeychain()
    const secrets = await open(async () => keychain)
    await secrets.set('key-1', 'sk-secret')
    lock()
    await expect(secrets.get('key-1')).rejects.toThrow('keychainLocked')
    await expect(secrets.set('key-2', 'sk-other')).rejects.toThrow('keychainLocked')
    expect(secrets.kind).toBe('locked')
    unlock()
    await secrets.look()
    expect(await secrets.get('key-1')).toBe('sk-secret')
    expect(await secrets.get('key-2')).toBeNull()
  })

  test('does not hold up the start while it is locked, and is used once it is unlocked', async () => {
    const { keychain, kept, lock, unlock } = lockableKeychain()
    kept.set('Cyanotype/key-1', 'sk-old')
    lock()
    const secrets = await open(async () => keychain)
    expect(secrets.kind).toBe('locked')
    await expect(secrets.get('key-1')).rejects.toThrow('keychainLocked')
    await expect(secrets.set('key-2', 'sk-new')).rejects.toThrow('keychainLocked')

    unlock()
    await expect.poll(() => secrets.kind).toBe('keychain')
    expect(await secrets.get('key-1')).toBe('sk-old')
    expect(await secrets.get('key-2')).toBeNull()
  })

  test('has a key that was unlocked just after it was asked for', async () => {
    const { keychain, kept } = lockableKeychain()
    kept.set('Cyanotype/key-1', 'sk-old')
    let isLocked = false
    const secrets = await open(async () => ({
      ...keychain,
      getPassword: async (...asked) => (isLocked ? null : keychain.getPassword(...asked)),
      // The system asks for the password, and the user enters it.
      setPassword: (...given) => {
        isLocked = false
        return keychain.setPassword(...given)
      },
    }))
    isLocked = true
    expect(await secrets.get('key-1')).toBe('sk-old')
  })

  test('asks the system one question at a time, however often it is looked at', async () => {
    const { keychain, lock, unlock } = lockableKeychain()
    let asked = 0
    const counted: Keychain = {
      ...keychain,
      setPassword: (...given) => {
        asked++
        return keychain.setPassword(...given)
      },
    }
    lock()
    const secrets = await open(async () => counted)
    const looks = [secrets.look(), secrets.look()]
    expect(asked).toBe(1)
    unlock()
    await Promise.all(looks)
    expect(secrets.kind).toBe('keychain')
    await secrets.look()
    expect(asked).toBe(2)
  })

  test('does not report a key as removed while it can’t be', async () => {
    const { keychain, kept, lock, unlock } = lockableKeychain()
    kept.set('Cyanotype/key-1', 'sk-old')
    lock()
    const secrets = await open(async () => keychain)
    await expect(secrets.remove('key-1')).rejects.toThrow('keychainLocked')

    unlock()
    await expect.poll(() => secrets.kind).toBe('keychain')
    await secrets.remove('key-1')
    expect(kept.size).toBe(0)
  })

  const refusing = (message: string) => async (): Promise<Keychain> => ({
    ...lockableKeychain().keychain,
    setPassword: () => Promise.reject(new Error(message)),
  })
  test.each<[string, string, () => Promise<Keychain>]>([
    [
      'Unavailable',
      'keytar can’t be loaded',
      () => Promise.reject(new Error('libsecret-1.so.0: cannot open')),
    ],
    ['Unavailable', 'there is no keyring', refusing('The name org.freedesktop.secrets was not provided')],
    ['Locked', 'the user dismissed its question', refusing('Cannot create an item in a locked collection')],
  ])('says %s, and nothing about a key, where %s', async (state, _, load) => {
    const secrets = await open(load)
    await secrets.look()
    expect(secrets.kind).toBe(state.toLowerCase())
    const refusal = `keychain${state}`
    await expect(secrets.get('key-1')).rejects.toThrow(refusal)
    await expect(secrets.set('key-1', 'sk-secret')).rejects.toThrow(refusal)
    await expect(secrets.remove('key-1')).rejects.toThrow(refusal)
  })

  test('never logs a key', async () => {
    const { lines, logger } = recordingLogger()
    const secrets = await openKeychain({ load: async () => lockableKeychain().keychain, logger })
    await secrets.set('key-1', 'sk-secret')
    await secrets.get('key-1')
    expect(lines).toHaveLength(1)
    expect(lines.join()).not.toContain('sk-secret')
  })
})
