import { fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'

/** Runs a built script in a process of its own and returns the figure it reports. Rejects if it ends without one. */
export async function runPeer(program: string, given: object): Promise<number> {
  const child = fork(program, [JSON.stringify(given)], { execArgv: [] })
  const told = once(child, 'message').then(([figure]) => z.number().parse(figure))
  const ended = once(child, 'exit').then(() => {
    throw new Error('the script ended without a figure')
  })
  return Promise.race([told, ended])
}
