import type { ImagingRequest } from '@shared/processes/imaging'
import { imagingRequestSchema } from '@shared/processes/imaging'
import { describe, expect, test } from 'vitest'
import { createImaging } from '../../../electron/core/library/imaging'
import type { Processes } from '../../../electron/core/ports'
import { eventually } from '../../support/eventually'
import { failureCode } from '../../support/failureCode'
import { createFakeClock } from '../../support/fakeClock'
import { memoryLogger } from '../../support/testPorts'

interface Stand {
  readonly processes: Processes
  /** The requests to each process that was started, in order. */
  readonly asked: ImagingRequest[][]
}

/** Processes that answer at once; `behave` can make them end or stay silent instead. */
function standIn(
  behave: (request: ImagingRequest, process: number) => 'answer' | 'die' | 'silence',
  {
    ready = true,
    isKillable = true,
    memory = () => null,
  }: {
    readonly ready?: boolean
    readonly isKillable?: boolean
    /** Bytes, given the paths a process was sent. */
    readonly memory?: (paths: readonly string[]) => number | null
  } = {},
): Stand {
  const asked: ImagingRequest[][] = []
  const processes: Processes = {
    start() {
      const received: ImagingRequest[] = []
      asked.push(received)
      let tell: (message: unknown) => void = () => undefined
      let ended: (code: number | null) => void = () => undefined
      let alive = true
      const end = () => {
        if (alive) ended(1)
        alive = false
      }
      queueMicrotask(() => (ready ? tell({ kind: 'ready' }) : end()))
      return {
        send(message) {
          const request = imagingRequestSchema.parse(message)
          received.push(request)
          const manner = behave(request, asked.length)
          // Both concurrent requests reach the process before it answers or dies.
          if (manner === 'die') setImmediate(end)
          else if (manner === 'answer')
            setImmediate(() => {
              const { id, kind } = request
              const decoded = kind === 'inspect' && request.decode
              const picture = { format: 'png', width: 1, height: 1, placeholder: null }
              const inspection = { ...picture, decoded, hasCredentials: false }
              if (alive)
                tell(
                  kind === 'inspect'
                    ? { kind: 'inspected', id, inspection }
                    : { kind: 'thumbnailed', id, placeholder: '1QcSHQRnh493V4dI' },
                )
            })
        },
        onMessage: (listener) => {
          tell = listener
        },
        onExit: (listener) => {
          ended = listener
        },
        kill: () => void (isKillable && setImmediate(end)),
        memory: () => memory(received.map(({ path }) => path)),
      }
    },
  }
  return { processes, asked }
}

function imagingOn({ processes }: Stand, clock = createFakeClock()) {
  return createImaging({ processes, clock, logger: memoryLogger() })
}

describe('the imaging client', () => {
  test('runs at most two requests at a time', async () => {
    const stand = standIn(() => 'silence')
    const imaging = imagingOn(stand)
    const outcomes = Promise.all(['a', 'b', 'c'].map((path) => failureCode(imaging.inspect(path))))
    await new Promise(setImmediate)
    expect(stand.asked.map((requests) => requests.map(({ path }) => path))).toEqual([['a', 'b']])
    await imaging.stop()
    expect(await outcomes).toEqual(['interrupted', 'interrupted', 'interrupted'])
  })

  test('finds the one file that kills the decoder, and answers for all the others', async () => {
    const stand = standIn(({ path }) => (path === 'killer' ? 'die' : 'answer'))
    const imaging = imagingOn(stand)
    const killer = failureCode(imaging.inspect('killer'))
    const others = Promise.all(['a', 'b', 'c'].map((path) => imaging.inspect(path)))
    expect(await killer).toBe('decoderEnded')
    expect(await others).toHaveLength(3)
    const alone = stand.asked.at(1)?.map(({ path }) => path)
    expect(alone?.at(-1)).toBe('killer')
  })

  test('ends a decoder that does not finish', async () => {
    const clock = createFakeClock()
    const stand = standIn(({ path }) => (path === 'endless' ? 'silence' : 'answer'))
    const imaging = imagingOn(stand, clock)
    const endless = failureCode(imaging.inspect('endless'))
    await new Promise(setImmediate)
    clock.advance(59_999)
    expect(stand.asked).toHaveLength(1)
    clock.advance(1)
    expect(await endless).toBe('imageSlow')
    await imaging.inspect('next')
    expect(stand.asked).toHaveLength(2)
  })

  test('ends one that hangs on a drive without waiting for its exit', async () => {
    const clock = createFakeClock()
    const stand = standIn(({ path }) => (path === 'endless' ? 'silence' : 'answer'), { isKillable: false })
    const imaging = imagingOn(stand, clock)
    const endless = failureCode(imaging.inspect('endless'))
    await new Promise(setImmediate)
    clock.advance(60_000)
    expect(await endless).toBe('imageSlow')
    expect(await imaging.inspect('next')).toMatchObject({ format: 'png' })
  })

  test('blames nothing that ran beside one that did not finish', async () => {
    const clock = createFakeClock()
    const manners = ['silence', 'die', 'answer'] as const
    const stand = standIn(({ path }, process) =>
      path === 'endless' ? 'silence' : (manners[process - 1] ?? 'answer'),
    )
    const imaging = imagingOn(stand, clock)
    const endless = failureCode(imaging.inspect('endless'))
    await new Promise(setImmediate)
    clock.advance(10_000)
    const beside = imaging.inspect('beside')
    clock.advance(50_000)
    expect(await endless).toBe('imageSlow')
    expect(await beside).toMatchObject({ format: 'png' })
    expect(stand.asked.map((requests) => requests.map(({ path }) => path))).toEqual([
      ['endless', 'beside'],
      ['beside'],
      ['beside'],
    ])
  })

  test('gives a conversion its time once, however often others beside it do not finish', async () => {
    const clock = createFakeClock()
    const stand = standIn(() => 'silence')
    const imaging = imagingOn(stand, clock)
    const conversion = failureCode(imaging.strip('long', 'target', { decode: true }))
    for (let minute = 1; minute < 10; minute++) {
      const endless = failureCode(imaging.inspect(`endless ${minute}`))
      await new Promise(setImmediate)
      clock.advance(60_000)
      expect(await endless).toBe('imageSlow')
    }
    await new Promise(setImmediate)
    expect(stand.asked).toHaveLength(10)
    clock.advance(60_000)
    expect(await conversion).toBe('imageSlow')
    await imaging.stop()
  })

  test('gives a conversion its time anew when the process ended because of another', async () => {
    const clock = createFakeClock()
    const stand = standIn(({ path }) => (path === 'killer' ? 'die' : 'silence'))
    const imaging = imagingOn(stand, clock)
    const conversion = failureCode(imaging.strip('long', 'target', { decode: true }))
    await new Promise(setImmediate)
    clock.advance(590_000)
    expect(await failureCode(imaging.inspect('killer'))).toBe('decoderEnded')
    await eventually(() => stand.asked.at(2)?.at(0)?.path === 'long')
    clock.advance(590_000)
    await imaging.stop()
    expect(await conversion).toBe('interrupted')
  })

  test('ends a decoder that takes too much memory, and finds the one picture that does', async () => {
    const clock = createFakeClock()
    const isDecoded = (request: ImagingRequest) => request.kind === 'inspect' && request.decode
    const stand = standIn(
      (request) => (request.path === 'bomb' && isDecoded(request) ? 'silence' : 'answer'),
      { memory: (paths) => (paths.includes('bomb') ? 301 : 300) },
    )
    const imaging = createImaging({ ...stand, clock, logger: memoryLogger(), memoryBound: 300 })
    const bomb = imaging.inspect('bomb')
    const beside = imaging.inspect('beside')
    await eventually(() => stand.asked[0]?.length === 2)
    clock.advance(100)
    await eventually(() => stand.asked[1]?.at(-1)?.path === 'bomb')
    clock.advance(100)
    expect(await bomb).toMatchObject({ format: 'png', width: 1, height: 1, decoded: false })
    expect(await beside).toMatchObject({ decoded: true })
    expect(stand.asked.map((requests) => requests.map(({ path }) => path))).toEqual([
      ['bomb', 'beside'],
      ['bomb'],
      ['bomb'],
    ])
  })

  test('makes no thumbnail of a picture that takes too much memory', async () => {
    const clock = createFakeClock()
    const stand = standIn(() => 'silence', { memory: () => 301 })
    const imaging = createImaging({ ...stand, clock, logger: memoryLogger(), memoryBound: 300 })
    const thumbnail = failureCode(imaging.thumbnail('bomb', [{ path: 'bomb.webp', edge: 100 }]))
    for (const processes of [1, 2]) {
      await eventually(() => stand.asked.length === processes && stand.asked.at(-1)?.length === 1)
      clock.advance(100)
    }
    expect(await thumbnail).toBe('imageTooLarge')
  })

  test('doesn’t blame a picture whose decoder takes too much memory just for its header', async () => {
    const clock = createFakeClock()
    const stand = standIn(() => 'silence', { memory: () => 301 })
    const imaging = createImaging({ ...stand, clock, logger: memoryLogger(), memoryBound: 300 })
    const bomb = failureCode(imaging.inspect('bomb'))
    for (const processes of [1, 2, 3]) {
      await eventually(() => stand.asked.length === processes && stand.asked.at(-1)?.length === 1)
      clock.advance(100)
    }
    expect(await bomb).toBe('decoderEnded')
  })

  test('doesn’t check memory while nothing runs', async () => {
    const clock = createFakeClock()
    let looks = 0
    const stand = standIn(() => 'answer', {
      memory: () => {
        looks += 1
        return null
      },
    })
    const imaging = createImaging({ ...stand, clock, logger: memoryLogger() })
    await imaging.inspect('quick')
    clock.advance(100)
    expect([looks, clock.waiting()]).toEqual([0, 0])
  })

  test('processes a picture that must be alone when nothing else runs, and nothing beside it', async () => {
    const stand = standIn(({ path }) => (path === 'alone' ? 'silence' : 'answer'))
    const imaging = imagingOn(stand)
    const first = imaging.inspect('first')
    void imaging.inspect('alone', { alone: true }).catch(() => undefined)
    void imaging.inspect('after').catch(() => undefined)
    await first
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(stand.asked.flat().map(({ path }) => path)).toEqual(['first', 'alone'])
    await imaging.stop()
  })

  test('inspects before it makes thumbnails, and beside two slow ones', async () => {
    const stand = standIn(({ kind }) => (kind === 'thumbnail' ? 'silence' : 'answer'))
    const imaging = imagingOn(stand)
    for (const path of ['a', 'b', 'c'])
      void imaging.thumbnail(path, [{ path: `${path}.webp`, edge: 100 }]).catch(() => undefined)
    expect(await imaging.inspect('image')).toMatchObject({ format: 'png' })
    expect(stand.asked.flat().map(({ path }) => path)).toEqual(['image', 'a', 'b'])
    expect(await imaging.inspect('another')).toMatchObject({ format: 'png' })
    await imaging.stop()
  })

  test('makes an unhurried thumbnail only while nothing else waits, one at a time', async () => {
    const stand = standIn(() => 'answer')
    const imaging = imagingOn(stand)
    const made = (path: string, isUnhurried: boolean) =>
      imaging.thumbnail(path, [{ path: `${path}.webp`, edge: 100 }], { isUnhurried })
    const all = [
      made('late', true),
      made('later', true),
      made('a', false),
      made('b', false),
      made('c', false),
    ]
    await Promise.all(all)
    expect(stand.asked.flat().map(({ path }) => path)).toEqual(['a', 'b', 'c', 'late', 'later'])
    await imaging.stop()
  })

  test('does not blame a file for a process that never starts', async () => {
    const stand = standIn(() => 'answer', { ready: false })
    expect(await failureCode(imagingOn(stand).inspect('innocent'))).toBe('internal')
    expect(stand.asked).toEqual([[], []])
  })
})
