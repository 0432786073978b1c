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
  /** How long the keychain may take to answer, in milliseconds; default 3000. A locked one waits for the user. */
  readonly timeoutMs?: number
}

const service = 'Cyanotype'

/** keytar, loaded on first use: without it the app still starts. */
export async function loadKeytar(): Promise<Keychain> {
  const { default: keytar } = await import('keytar')
  return keytar
}

/**
 * Opens the OS keychain. A keychain that is locked, or that can't be reached, has no answer about any key: it is asked
 * again by `look`.
 */
export async function openKeychain(options: KeychainOptions): Promise<Secrets> {
  const { logger, timeoutMs = 3000 } = options
  const keychain = await options.load().catch(() => null)
  let kind: Secrets['kind'] = 'unavailable'
  let isOpened = false
  let looking: Promise<void> | null = null
  /** Ends once the last question is answered. */
  let line: Promise<void> = Promise.resolve()
  /** Calls that haven't returned. */
  let calls = 0

  function counted<T>(call: Promise<T>): Promise<T> {
    calls += 1
    return call.finally(() => {
      calls -= 1
    })
  }

  /** One at a time: each may make the system ask for a password. */
  function look(): Promise<void> {
    if (keychain === null) return Promise.resolve()
    looking ??= counted(probe(keychain))
      .then((isOpen) => (isOpen ? 'keychain' : 'locked'), kindAfter)
      .then(become)
      .finally(() => {
        looking = null
      })
    return looking
  }

  function become(found: Secrets['kind']): void {
    if (isOpened && found !== kind) logger.info('keychain.changed', { state: found })
    kind = found
  }

  const lookBriefly = () => within(look(), timeoutMs).catch(() => become('locked'))

  const refusal = (cause?: unknown) =>
    new AppFailure(
      appError(kind === 'locked' ? 'keychainLocked' : 'keychainUnavailable', { retry: 'free' }),
      {
        cause,
      },
    )

  /** One after the other: a call that hangs holds one of the few threads that read and write files. */
  async function ask<T>(question: (keychain: Keychain) => Promise<T>): Promise<T> {
    if (keychain === null || kind !== 'keychain') throw refusal()
    const answer = line.then(() => {
      if (kind !== 'keychain') throw refusal()
      return counted(question(keychain))
    })
    line = answer.then(noop, noop)
    try {
      return await within(answer, timeoutMs)
    } catch (cause) {
      if (!(cause instanceof AppFailure)) become(kindAfter(cause))
      throw refusal(cause)
    }
  }

  await lookBriefly()
  logger.info('keychain.opened', { state: kind })
  isOpened = true

  return {
    get kind() {
      return kind
    },
    look,
    async get(account) {
      const read = () => ask((keychain) => keychain.getPassword(service, account))
      const found = await read()
      if (found !== null) return found
      // A keyring that was locked in the meantime also answers null. It may be unlocked by now, so it is read once more.
      await lookBriefly()
      return read()
    },
    set: (account, secret) => ask((keychain) => keychain.setPassword(service, account, secret)),
    async remove(account) {
      await ask((keychain) => keychain.deletePassword(service, account))
    },
    isHanging: () => calls > 0,
  }
}

const noop = (): void => {}

/** What a keychain is that didn't answer in time, or with a failure: a locked one waits for the user. */
const kindAfter = (failure: unknown): Secrets['kind'] =>
  failure instanceof Late || (failure instanceof Error && /lock/i.test(failure.message))
    ? 'locked'
    : 'unavailable'

/** Only a value that can be read back shows that a keyring is unlocked. */
async function probe(keychain: Keychain): Promise<boolean> {
  const account = `probe-${randomUUID()}`
  await keychain.setPassword(service, account, account)
  const back = await keychain.getPassword(service, account)
  await keychain.deletePassword(service, account)
  return back === account
}

/** The keychain didn't answer in time. */
class Late extends Error {
  override readonly name = 'Late'
}

function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Late()), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
