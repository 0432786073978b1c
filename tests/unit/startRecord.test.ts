import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createStartRecord, type PieceKind, type StartRecord } from '../../electron/core/startRecord'
import { createFakeClock } from '../support/fakeClock'
import { temporaryFolder } from '../support/temporaryFolder'
import { memoryLogger } from '../support/testPorts'

type Noted = readonly [kind: PieceKind, id: string]

/** Runs of the app on one profile; each ends abruptly, as in a crash, when the next one starts. */
function runs() {
  const profile = temporaryFolder()
  let clock = createFakeClock()
  function start(version = '1.0.0', isEnding = false): StartRecord {
    clock = createFakeClock()
    return createStartRecord({ profile, version, clock, logger: memoryLogger(), isEnding: () => isEnding })
  }
  return {
    profile,
    start,
    /** Lets time pass in the current run. */
    pass: (ms: number) => clock.advance(ms),
    /** A run that ends while these pieces of work are under way. */
    fall(...noted: readonly Noted[]) {
      const watch = start()
      for (const [kind, id] of noted) watch.begin(kind, id)
      return watch
    },
    leftOut: () =>
      start()
        .leftOut()
        .map(({ kind, id }) => `${kind} ${id}`.trim()),
  }
}

describe('the work at which starts end', () => {
  test('is left out of the third start, if two in a row ended at it', () => {
    const { fall, leftOut } = runs()
    fall(['poll', 'a'], ['poll', 'b'])
    fall(['poll', 'a'], ['download', 'c'])
    expect(leftOut()).toEqual(['poll a'])
  })

  test('is not left out if it differed each time, or was over by then', () => {
    const { fall, leftOut } = runs()
    fall(['poll', 'a'])
    const second = fall(['poll', 'b'])
    second.begin('poll', 'a')()
    expect(leftOut()).toEqual([])
  })

  test('says nothing of a run that ended while nothing was under way, though others did before', () => {
    const { fall, leftOut } = runs()
    fall(['poll', 'a'])
    fall()
    fall(['poll', 'a'])
    expect(leftOut()).toEqual([])
  })

  test('is forgotten once a start ran well for half a minute, or ended on purpose', () => {
    const { fall, leftOut, pass } = runs()
    fall(['poll', 'a'])
    fall(['poll', 'a'], ['poll', 'b']).end()
    fall(['poll', 'a'])
    pass(30_000)
    expect(leftOut()).toEqual([])
  })

  test('is remembered while a message about the end is shown, and until all work was resumed', () => {
    const { start, pass, leftOut } = runs()
    for (const isEnding of [true, false]) {
      const watch = start('1.0.0', isEnding)
      watch.begin('poll', 'a')
      if (!isEnding) watch.begin('start', '')
      pass(100_000)
    }
    expect(leftOut()).toEqual(['poll a'])
  })

  test('counts as everything a start resumes, if it is nothing in particular', () => {
    const { fall, leftOut } = runs()
    fall(['start', ''])
    fall(['start', ''])
    expect(leftOut()).toEqual(['start', 'send'])
  })

  test('counts as everything a start resumes, if leaving things out did not help', () => {
    const { fall, leftOut } = runs()
    for (const id of ['a', 'b', 'c']) fall(['poll', id])
    expect(leftOut()).toEqual(['start', 'send'])
  })

  test('may take longer than a start, and is noted until it ends', () => {
    const { fall, pass, leftOut } = runs()
    fall(['poll', 'a'], ['export', 'a'])
    pass(30_000)
    fall(['poll', 'a'], ['export', 'a'])
    pass(30_000)
    expect(leftOut()).toEqual(['export a'])
  })

  test('says nothing of what takes long if that ended before', () => {
    const { start, fall, pass, leftOut } = runs()
    fall(['export', 'a'])
    const watch = start()
    pass(30_000)
    watch.begin('export', 'a')()
    fall(['export', 'a'])
    expect(leftOut()).toEqual([])
  })

  test('is resumed piece by piece after a start that ended there, for a limited time each', async () => {
    const { fall, start, pass } = runs()
    fall(['poll', 'slow'], ['poll', 'next'], ['send', 'connection'])
    const watch = start()
    const begun: string[] = []
    const never = (name: string) => () => {
      begun.push(name)
      return new Promise<void>(() => {})
    }
    void watch.during('poll', 'slow', never('slow'))
    void watch.during('poll', 'next', never('next'))
    void watch.during('poll', 'other', never('other'))
    void watch.during('send', 'connection', never('send'))
    await new Promise(setImmediate)
    expect(begun).toEqual(['other', 'send', 'slow'])
    pass(5_000)
    await new Promise(setImmediate)
    expect(begun).toEqual(['other', 'send', 'slow', 'next'])
  })
})

describe('left-out work', () => {
  test('stays so across starts, until it is retried and succeeds', () => {
    const { fall, start, leftOut } = runs()
    fall(['poll', 'a'])
    fall(['poll', 'a'])
    start().end()
    expect(leftOut()).toEqual(['poll a'])
    const watch = start()
    void watch.takeUp({ kind: 'poll', id: 'a' })
    expect(watch.isLeftOut('poll', 'a')).toBe(false)
    watch.begin('poll', 'a')()
    watch.end()
    expect(leftOut()).toEqual([])
  })

  test('has had its turn once it ended, or after a limited time', async () => {
    const { fall, start, pass } = runs()
    for (let starts = 0; starts < 2; starts++) fall(['poll', 'a'], ['poll', 'b'])
    const watch = start()
    const ended: string[] = []
    const takeUp = (id: string) => void watch.takeUp({ kind: 'poll', id }).then(() => ended.push(id))
    takeUp('a')
    watch.begin('poll', 'a')()
    await new Promise(setImmediate)
    expect(ended).toEqual(['a'])
    takeUp('b')
    watch.begin('poll', 'b')
    await new Promise(setImmediate)
    expect(ended).toEqual(['a'])
    pass(5_000)
    await new Promise(setImmediate)
    expect(ended).toEqual(['a', 'b'])
  })

  test('waits twice as long for each retry during which the app ended, and anew once one was sound', () => {
    const { fall, start, pass } = runs()
    const piece = { kind: 'poll', id: 'a' } as const
    for (let starts = 0; starts < 2; starts++) fall(['poll', 'a'])
    for (const minutes of [1, 2, 4, 8]) {
      const watch = start()
      expect(watch.retryMs(piece)).toBe(minutes * 60_000)
      pass(watch.retryMs(piece))
      void watch.takeUp(piece)
      watch.begin('poll', 'a')
    }
    const sound = start()
    void sound.takeUp(piece)
    sound.begin('poll', 'a')()
    pass(30_000)
    for (let starts = 0; starts < 2; starts++) fall(['poll', 'a'])
    expect(start().retryMs(piece)).toBe(60_000)
  })

  test('is left out of the next start if the app ends at it once more, and then comes last', () => {
    const { fall, start, leftOut } = runs()
    fall(['send', 'a'], ['send', 'b'])
    fall(['send', 'a'], ['send', 'b'])
    const watch = start()
    void watch.takeUp({ kind: 'send', id: 'a' })
    watch.begin('send', 'a')
    expect(leftOut()).toEqual(['send b', 'send a'])
  })

  test('is retried by a newer version', () => {
    const { fall, start } = runs()
    fall(['poll', 'a'])
    fall(['poll', 'a'])
    expect(start('1.0.1').leftOut()).toEqual([])
  })
})

describe('the notes', () => {
  test('are gone once there is nothing to remember', () => {
    const { start, profile, pass } = runs()
    start()
    pass(30_000)
    expect(readdirSync(profile)).toEqual([])
  })

  test.each(['', 'rubbish', '{"version":"1.0.0"}\n+poll a\n'])(
    'that can’t be read say nothing: %j',
    (text) => {
      const { profile, leftOut } = runs()
      writeFileSync(join(profile, 'start.log'), text)
      expect(leftOut()).toEqual([])
    },
  )

  test('that can’t be written block no work', async () => {
    const { start, profile } = runs()
    mkdirSync(join(profile, 'start.log/in the way'), { recursive: true })
    const watch = start()
    expect(await watch.during('poll', 'a', () => 'done')).toBe('done')
    watch.end()
  })
})
