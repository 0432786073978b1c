import { expect, test } from 'vitest'
import { z } from 'zod'
import { keepProcess, type ProcessEnd } from '../../electron/core/keptProcess'
import { createFakeClock } from '../support/fakeClock'
import { memoryLogger } from '../support/testPorts'

const schema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('answer'), width: z.number().int().min(1) }),
])

test.each([
  null,
  'ready',
  7,
  { kind: 'secret' },
  { kind: 'answer', width: 0 },
  { kind: 'answer', width: '1' },
])('a process that says %j, which is not allowed, is ended, and no other', (rubbish) => {
  const logger = memoryLogger()
  const ends: ProcessEnd[] = []
  const answers: unknown[] = []
  let tell: (message: unknown) => void = () => expect.unreachable('nobody listens')
  let kills = 0
  const kept = keepProcess({
    processes: {
      start() {
        let exited: (code: number | null) => void = () => {}
        return {
          send: () => {},
          onMessage: (listener) => {
            tell = listener
          },
          onExit: (listener) => {
            exited = listener
          },
          kill() {
            kills += 1
            exited(null)
          },
          memory: () => null,
        }
      },
    },
    clock: createFakeClock(),
    logger,
    entry: 'imaging',
    args: [],
    read(message) {
      const said = schema.parse(message)
      return said.kind === 'ready' ? null : said
    },
    onReady: () => {},
    onAnswer: (answer) => answers.push(answer),
    onEnd: (end) => ends.push(end),
  })
  expect(kept.channel()).toBeNull()
  tell({ kind: 'ready' })
  expect(kept.channel()).not.toBeNull()

  tell(rubbish)
  expect({ kills, answers, ends }).toEqual({
    kills: 1,
    answers: [],
    ends: [{ ready: true, unstartable: false }],
  })
  expect(logger.lines.map(({ event }) => event)).toEqual(['imaging.garbled', 'imaging.ended'])
})
