import { randomUUID } from 'node:crypto'
import { AppFailure, appError } from '@shared/errors'
import type { Logger, Secrets } from '../core/ports'

/** The part of keytar that is used here: the OS keychain, with entries by service and account. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

export interface KeychainOptions {
  readonly logger: Logger
  /** Rejects if keytar has no binary, or the system has no library for it. */
  readonly load: () => Promise<Keychain>
  /** How long the keychain may take to answer, in milliseconds; default 3000. A locked one waits for the person. */
  readonly timeoutMs?: number
}

const service = 'Cyanotype'

/** keytar, loaded on first use: without it the app still starts. */
export async function loadKeytar(): Promise<Keychain> {
  const { default: keytar } = await import('keytar')
  return keytar
}

/**
 * Opens the OS keychain. Without one, keys are kept in memory for this session. While it is locked, new keys are kept
 * in memory too, and reading a key that isn't in memory fails with `keychainLocked`.
 */
export async function openKeychain(options: KeychainOptions): Promise<Secrets> {
  const { logger, timeoutMs = 3000 } = options
  const session = new Map<string, string>()
  let state: 'open' | 'locked' | 'absent' = 'absent'

  const keychain = await options.load().catch(() => null)
  if (keychain !== null) {
    const probing = probe(keychain).then(
      (open) => (open ? 'open' : 'locked'),
      () => 'absent' as const,
    )
    state = await within(probing, timeoutMs).catch(() => 'locked' as const)
    // The person may unlock it later.
    if (state === 'locked') void probing.then((late) => (state = late))
  }
  logger.info('keychain.opened', { state })

  const locked = () => new AppFailure(appError('keychainLocked', { retry: 'free' }))

  async function ask<T>(question: (keychain: Keychain) => Promise<T>): Promise<T> {
    if (keychain === null) throw locked()
    try {
      return await within(question(keychain), timeoutMs)
    } catch (cause) {
      throw new AppFailure(appError('keychainLocked', { retry: 'free' }), { cause })
    }
  }

  return {
    get kind() {
      return state === 'open' ? 'keychain' : 'session'
    },
    async get(account) {
      const remembered = session.get(account)
      if (remembered !== undefined || state === 'absent') return remembered ?? null
      if (state === 'locked') throw locked()
      const found = await ask((keychain) => keychain.getPassword(service, account))
      // A keyring that was locked in the meantime also answers null.
      if (found === null && !(await ask(probe))) throw locked()
      return found
    },
    async set(account, secret) {
      if (state === 'open') await ask((keychain) => keychain.setPassword(service, account, secret))
      else session.set(account, secret)
    },
    async remove(account) {
      if (session.delete(account)) return
      if (state !== 'open') throw locked()
      await ask((keychain) => keychain.deletePassword(service, account))
    },
  }
}

/** Only a value that can be read back shows that a keyring is unlocked. */
async function probe(keychain: Keychain): Promise<boolean> {
  const account = `probe-${randomUUID()}`
  await keychain.setPassword(service, account, account)
  const back = await keychain.getPassword(service, account)
  await keychain.deletePassword(service, account)
  return back === account
}

function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The keychain did not answer in time')), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
