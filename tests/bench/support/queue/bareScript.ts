import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import { z } from 'zod'
import { answerParent } from './scriptTask'

/** Bare GETs at a steady rate, each body read as text: reports the CPU milliseconds each took. */
const { baseUrl, apiKey, path, perSecond, seconds } = z
  .object({
    baseUrl: z.string(),
    apiKey: z.string(),
    path: z.string(),
    perSecond: z.number(),
    seconds: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const agent = new Agent()
const headers = { authorization: `Bearer ${apiKey}` }

async function get(): Promise<void> {
  const { body } = await agent.request({ origin: baseUrl, path, method: 'GET', headers })
  await body.text()
}

await get()
const before = process.cpuUsage()
const started = performance.now()
const gets: Promise<void>[] = []
while (gets.length < perSecond * seconds) {
  gets.push(get())
  await pause(Math.max(0, started + (gets.length / perSecond) * 1000 - performance.now()))
}
await Promise.all(gets)
const { user, system } = process.cpuUsage(before)
answerParent((user + system) / 1000 / gets.length)
