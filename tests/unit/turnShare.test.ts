import { stat } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurnShare } from '../../electron/core/turnShare'
import { realClock } from '../support/fakeClock'

let worked = 0
/** Keeps the process busy, as far as the clock knows. */
function work(ms: number): void {
  worked += ms
}
const clock = { ...realClock, monotonic: () => worked }

/** Pieces whose callbacks come in one turn of the loop: in which turn each ran. */
async function turnsOf(pieces: number, ms: number): Promise<readonly number[]> {
  const share = createTurnShare({ clock })
  const turns: number[] = []
  let turn = 0
  const all = Promise.all(
    Array.from({ length: pieces }, async () => {
      await nextTurn()
      await share.turn()
      turns.push(turn)
      work(ms)
    }),
  )
  let isRunning = true
  void all.finally(() => {
    isRunning = false
  })
  while (isRunning) {
    turn += 1
    await nextTurn()
  }
  await all
  return turns
}

test('short pieces share a turn', async () => {
  expect(new Set(await turnsOf(20, 0)).size).toBeLessThan(3)
})

test('longer pieces that come together are spread over turns', async () => {
  const turns = await turnsOf(10, 5)
  expect(turns).toEqual(turns.toSorted((a, b) => a - b))
  for (const turn of new Set(turns)) expect(turns.filter((one) => one === turn).length).toBeLessThan(4)
})

test('pieces run in the order in which they asked, whoever comes in between', async () => {
  const share = createTurnShare({ clock })
  const order: string[] = []
  const ask = async (piece: string, ms: number, meanwhile?: () => Promise<void>): Promise<void> => {
    await share.turn()
    order.push(piece)
    work(ms)
    await meanwhile?.()
  }
  await ask('first', 10)
  await Promise.all([ask('second', 5, () => ask('fourth', 5)), ask('third', 5)])
  expect(order).toEqual(['first', 'second', 'third', 'fourth'])
})

test('a piece that a file or a socket calls for begins no other in its own turn', async () => {
  const share = createTurnShare({ clock })
  const order: string[] = []
  const piece = async (name: string): Promise<void> => {
    await share.turn()
    order.push(name)
    work(10)
  }
  await new Promise<void>((resolve) => stat('.', () => resolve()))
  await piece('first')
  const second = piece('second')
  // After a file's callback this still belongs to the same turn.
  await nextTurn()
  order.push('the end of the turn')
  await second
  expect(order).toEqual(['first', 'the end of the turn', 'second'])
})
