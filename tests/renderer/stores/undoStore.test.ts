import { AppFailure, appError, type ErrorCode } from '@shared/errors'
import { describe, expect, test, vi } from 'vitest'
import type { Step } from '../../../renderer/stores/step'
import { createToastStore } from '../../../renderer/stores/toastStore'
import { createUndoStore } from '../../../renderer/stores/undoStore'

/** A world of named things that are done or not, and the order in which that changed. */
function open() {
  const toasts = createToastStore()
  const undo = createUndoStore(toasts)
  const log: string[] = []
  const refusals = new Map<string, ErrorCode>()

  function refuse(name: string): void {
    const refused = refusals.get(name)
    if (refused !== undefined) throw new AppFailure(appError(refused))
  }
  const step = (name: string, extra: Partial<Step> = {}): Step => ({
    text: `${name} done`,
    tooLate: `${name} too late`,
    async reverse() {
      refuse(name)
      log.push(`undo ${name}`)
      return {
        text: `${name} undone`,
        tooLate: `${name} gone`,
        async reverse() {
          refuse(name)
          log.push(`redo ${name}`)
          return step(name, extra)
        },
      }
    },
    ...extra,
  })
  const doIt = (name: string, extra?: Partial<Step>) => undo.did(Promise.resolve(step(name, extra)))
  const shown = () => toasts.getState().toast
  const close = () => toasts.close(shown()?.id ?? 0)
  return { undo, toasts, log, refusals, step, doIt, shown, close }
}

const refusalOf = (work: Promise<void>) =>
  work.then(
    () => null,
    (thrown: unknown) => (thrown instanceof AppFailure ? thrown.error.code : thrown),
  )

/** An action that is answered when the test says so. */
function later() {
  let resolve: (step: Step | null) => void = () => {}
  let reject: (thrown: unknown) => void = () => {}
  const promise = new Promise<Step | null>((...ends) => {
    ;[resolve, reject] = ends
  })
  return {
    promise,
    resolve: (step: Step | null) => resolve(step),
    reject: (thrown: unknown) => reject(thrown),
  }
}

describe('undo', () => {
  test('takes back the last action, then the one before it, and redo brings them again in order', async () => {
    const { undo, log, doIt } = open()
    await doIt('a')
    await doIt('b')
    await undo.undo()
    await undo.undo()
    await undo.undo()
    await undo.redo()
    await undo.redo()
    await undo.redo()
    expect(log).toEqual(['undo b', 'undo a', 'redo a', 'redo b'])
  })

  test('tells each change, and offers its reverse', async () => {
    const { undo, doIt, shown } = open()
    await doIt('a')
    expect(shown()).toMatchObject({ text: 'a done', action: { way: 'undo' } })
    await undo.undo()
    expect(shown()).toMatchObject({ text: 'a undone', action: { way: 'redo' } })
    await undo.redo()
    expect(shown()).toMatchObject({ text: 'a done', action: { way: 'undo' } })
  })

  test('does not tell what is seen where it was done, until it is undone', async () => {
    const { undo, doIt, shown } = open()
    await doIt('a', { quiet: true })
    expect(shown()).toBeNull()
    await undo.undo()
    expect(shown()?.text).toBe('a undone')
    await undo.redo()
    expect(shown()?.text).toBe('a done')
  })

  test('pressed twenty times at once takes one step at a time', async () => {
    const { undo, doIt, step, log } = open()
    for (const name of ['a', 'b', 'c'])
      await doIt(name, {
        async reverse() {
          log.push(`begin ${name}`)
          await Promise.resolve()
          log.push(`end ${name}`)
          return step(name)
        },
      })
    await Promise.all(Array.from({ length: 20 }, () => undo.undo()))
    expect(log).toEqual(['begin c', 'end c', 'begin b', 'end b', 'begin a', 'end a'])
  })

  test('means an action that has begun, though it isn’t answered yet', async () => {
    const { undo, doIt, step, log } = open()
    await doIt('a')
    const slow = later()
    const done = undo.did(slow.promise)
    const undone = undo.undo()
    slow.resolve(step('b'))
    await Promise.all([done, undone])
    expect(log).toEqual(['undo b'])
  })

  test('takes nothing else back for an action that fails or changes nothing', async () => {
    const { undo, doIt, log } = open()
    await doIt('a')
    const failing = later()
    const failed = refusalOf(undo.did(failing.promise))
    const nothing = later()
    const first = undo.undo()
    failing.reject(new AppFailure(appError('internal')))
    expect(await failed).toBe('internal')
    await first
    const done = undo.did(nothing.promise)
    const second = undo.undo()
    nothing.resolve(null)
    await Promise.all([done, second])
    expect(log).toEqual([])
    await undo.undo()
    expect(log).toEqual(['undo a'])
  })

  test('never means what was done after its key was pressed', async () => {
    const { undo, step, log } = open()
    const slow = later()
    const first = undo.did(slow.promise)
    const undos = [undo.undo(), undo.undo()]
    const second = undo.did(Promise.resolve(step('b')))
    slow.resolve(step('a'))
    await Promise.all([first, second, ...undos])
    expect(log).toEqual(['undo a'])
  })

  test('and redo at once come to the same', async () => {
    const { undo, doIt, log } = open()
    await doIt('a')
    await doIt('b')
    await Promise.all([undo.undo(), undo.redo(), undo.undo(), undo.undo()])
    expect(log).toEqual(['undo b', 'redo b', 'undo b', 'undo a'])
  })

  test('that is refused stays possible, says why, and the presses behind it do nothing', async () => {
    const { undo, doIt, log, refusals } = open()
    await doIt('a')
    await doIt('b')
    refusals.set('b', 'internal')
    const presses = [undo.undo(), undo.undo(), undo.undo()]
    expect(await Promise.all(presses.map(refusalOf))).toEqual(['internal', null, null])
    expect(log).toEqual([])
    refusals.delete('b')
    await undo.undo()
    expect(log).toEqual(['undo b'])
  })

  test('that can never succeed says so, and makes way for the one before it', async () => {
    const { undo, doIt, log, refusals, shown } = open()
    await doIt('a')
    await doIt('b')
    refusals.set('b', 'undoTooLate')
    await undo.undo()
    expect(shown()).toMatchObject({ text: 'b too late', action: null })
    expect(log).toEqual([])
    await undo.undo()
    expect(log).toEqual(['undo a'])
  })

  test('after its time passes the step by, says so, and undoes nothing else by that press', async () => {
    const { undo, doIt, log, shown } = open()
    await doIt('a')
    await doIt('cancel', { until: Date.now() + 30_000 })
    vi.advanceTimersByTime(30_000)
    await undo.undo()
    expect(shown()?.text).toBe('cancel too late')
    expect(log).toEqual([])
    await undo.undo()
    expect(log).toEqual(['undo a'])
  })

  test('never passes over what can’t be undone: it says so, once, and undoes nothing by that press', async () => {
    const { undo, doIt, log, shown } = open()
    await doIt('a')
    await doIt('emptying', { reverse: null })
    expect(shown()).toMatchObject({ text: 'emptying done', action: null })
    await undo.undo()
    expect(shown()).toMatchObject({ text: 'emptying too late', action: null })
    expect(log).toEqual([])
    await undo.undo()
    expect(log).toEqual(['undo a'])
  })

  test('of one that is named leaves the later ones as they are', async () => {
    const { undo, doIt, step, log } = open()
    const named = step('a')
    await undo.did(Promise.resolve(named))
    await doIt('b')
    await undo.undo(named)
    await undo.undo(named)
    expect(log).toEqual(['undo a'])
    expect(undo.getState().undo?.text).toBe('b done')
  })
})

describe('redo', () => {
  test('is forgotten with the next action, and no longer offered', async () => {
    const { undo, doIt, log, shown } = open()
    await doIt('a')
    await undo.undo()
    await doIt('b', { quiet: true })
    expect(shown()).toBeNull()
    await undo.redo()
    expect(log).toEqual(['undo a'])
  })

  test('that is refused stays possible', async () => {
    const { undo, doIt, log, refusals } = open()
    await doIt('a')
    await undo.undo()
    refusals.set('a', 'internal')
    expect(await refusalOf(undo.redo())).toBe('internal')
    refusals.delete('a')
    await undo.redo()
    await undo.undo()
    expect(log).toEqual(['undo a', 'redo a', 'undo a'])
  })

  test('is not offered for an undo that an action overtook', async () => {
    const { undo, step, shown, log } = open()
    const slow = later()
    const first = undo.did(slow.promise)
    const undone = undo.undo()
    await undo.did(Promise.resolve(step('b')))
    slow.resolve(step('a'))
    await Promise.all([first, undone])
    expect(shown()).toMatchObject({ text: 'a undone', action: null })
    await undo.redo()
    expect(log).toEqual(['undo a'])
  })
})

describe('a toast that lasts as long as its undo', () => {
  test('comes back after a shorter one, but not once it is undone or its time is over', async () => {
    const { undo, doIt, shown, close } = open()
    const cancel = () => doIt('cancel', { until: Date.now() + 30_000, lasts: true })
    await cancel()
    await doIt('b')
    expect(shown()?.text).toBe('b done')
    close()
    expect(shown()?.text).toBe('cancel done')

    await doIt('c')
    await undo.undo()
    await undo.undo()
    await undo.undo()
    expect(shown()?.text).toBe('cancel undone')
    close()
    expect(shown()).toBeNull()

    await cancel()
    await doIt('d')
    vi.advanceTimersByTime(30_000)
    close()
    expect(shown()).toBeNull()
  })
})
