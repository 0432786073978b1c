/**
 * Puts the world's time and chance in the place of the computer's. Imported before everything else: from here on no
 * number and no time comes from outside the seed.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import timers from 'node:timers/promises'
import { ambient } from './world'

const immediate = globalThis.setImmediate
const clearRealImmediate = globalThis.clearImmediate
/** Those still to run. */
const immediates = new Set<NodeJS.Immediate>()

/** Lets all that is ready in this process run: microtasks, ticks, immediates. */
export async function settle(): Promise<void> {
  do await new Promise<void>((resolve) => immediate(resolve))
  while (immediates.size > 0)
}

function randomBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at++) bytes[at] = ambient.world.random.whole(0, 255)
  return bytes
}

function randomUUID(): string {
  const hex = randomBytes(16).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Between two parts of long work others get their turns: in a world, much may happen meanwhile. */
function nextTurn(): Promise<void> {
  const { world } = ambient
  return new Promise((resolve) => {
    if (world.random.chance(0.2)) world.after(world.random.whole(1, 500), resolve)
    else globalThis.setImmediate(resolve)
  })
}

/** What `setTimeout` answers: undici unrefs and refreshes it. */
class Timer {
  #cancel = () => {}
  readonly #ms: number
  readonly #act: () => void

  constructor(ms: number, act: () => void) {
    this.#ms = ms
    this.#act = act
    this.refresh()
  }

  refresh(): this {
    this.#cancel()
    this.#cancel = ambient.world.after(this.#ms, this.#act)
    return this
  }

  clear(): void {
    this.#cancel()
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }
}

const clear = (timer: unknown): void => {
  if (timer instanceof Timer) timer.clear()
}

Object.assign(crypto, { randomBytes, randomUUID })
Object.assign(os, { uptime: () => (ambient.world.elapsed() - ambient.world.bootedAt()) / 1000 })
Object.assign(timers, { setImmediate: nextTurn })
syncBuiltinESMExports()

Math.random = () => ambient.world.random.next()
Object.defineProperty(performance, 'now', { value: () => ambient.world.elapsed() })
Object.assign(globalThis, {
  Date: new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [ambient.world.now()] : args, newTarget),
    get: (target, name) => (name === 'now' ? () => ambient.world.now() : Reflect.get(target, name)),
  }),
  setTimeout: (act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    new Timer(Math.max(1, ms), () => act(...args)),
  clearTimeout: clear,
  setInterval: (act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const timer: Timer = new Timer(Math.max(1, ms), () => {
      timer.refresh()
      act(...args)
    })
    return timer
  },
  clearInterval: clear,
  setImmediate: (act: (...args: unknown[]) => void, ...args: unknown[]) => {
    const one = immediate(() => {
      immediates.delete(one)
      act(...args)
    })
    immediates.add(one)
    return one
  },
  clearImmediate: (one: NodeJS.Immediate) => {
    immediates.delete(one)
    clearRealImmediate(one)
  },
})
