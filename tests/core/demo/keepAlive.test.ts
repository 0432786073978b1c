import { expect, test } from 'vitest'
import { createDemoService } from '../../../electron/core/connections/demoService'
import type { Processes } from '../../../electron/core/ports'
import { eventually } from '../../support/eventually'
import { memoryLogger } from '../../support/testPorts'
import { demoKey, startDemo } from './demoHarness'

/** Processes that end as soon as they report their port, or before. */
function endingProcesses(listens: boolean): { readonly processes: Processes; starts: number } {
  const stand = {
    starts: 0,
    processes: {
      start: () => {
        stand.starts++
        return {
          send: () => undefined,
          kill: () => undefined,
          memory: () => null,
          onMessage: (listener) => {
            if (listens) queueMicrotask(() => listener({ kind: 'listening', port: 1, key: 'demo-key' }))
          },
          onExit: (listener) => void setImmediate(() => listener(1)),
        }
      },
    } satisfies Processes,
  }
  return stand
}

const serviceOn = (processes: Processes) =>
  createDemoService({
    processes,
    places: { profile: '/nowhere', defaultLibrary: '/nowhere' },
    logger: memoryLogger(),
  })

test('starts once for many callers', async () => {
  const demo = await startDemo()
  expect(await Promise.all([demo.service.start(), demo.service.start()])).toEqual([
    { baseUrl: demo.baseUrl, key: demoKey },
    { baseUrl: demo.baseUrl, key: demoKey },
  ])
  expect(demo.processes.started('demo')).toBe(1)
})

test('restarts automatically after it was killed', async () => {
  const demo = await startDemo()
  demo.processes.running('demo')[0]?.kill('SIGKILL')
  await eventually(async () => (await demo.pollRaw('task_x')).status === 404)
})

test('is given up when it ends over and over, until someone asks for it', async () => {
  const stand = endingProcesses(true)
  const service = serviceOn(stand.processes)
  await service.start()
  await eventually(() => stand.starts === 6)
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(stand.starts).toBe(6)
  await service.start()
  expect(stand.starts).toBe(7)
  await service.stop()
})

test('reports when it can’t start, and retries when it is asked again', async () => {
  const stand = endingProcesses(false)
  const service = serviceOn(stand.processes)
  await expect(service.start()).rejects.toThrow('ended before it listened (exit code 1)')
  await expect(service.start()).rejects.toThrow('ended before it listened')
  expect(stand.starts).toBe(2)
})
