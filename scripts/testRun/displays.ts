import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { hasDisplay, xvfbScreen } from '../display.ts'

/** Apps that share a display would take the focus from each other. */
export const workers = hasDisplay ? 1 : 2

const variable = 'CYANOTYPE_TEST_DISPLAYS'

/** Starts display servers, and names them for `takeOwnDisplay`. Returns what ends them. */
export async function startDisplays(count: number): Promise<() => void> {
  const started: Display[] = []
  while (started.length < count) started.push(await startDisplay())
  process.env[variable] = started.map(({ name }) => name).join(' ')
  return () => {
    for (const { stop } of started) stop()
  }
}

/** Gives a worker of Playwright the display that was started for it, if any was. */
export function takeOwnDisplay(): void {
  const { [variable]: names = '', TEST_PARALLEL_INDEX: index } = process.env
  const name = index === undefined ? undefined : names.split(' ')[Number(index)]
  if (name) process.env.DISPLAY = name
}

interface Display {
  readonly name: string
  readonly stop: () => void
}

/** The server picks a number that is free, and says which once it answers. */
async function startDisplay(): Promise<Display> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', xvfbScreen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  const failed = new Promise<never>((_, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`Xvfb exited with ${code}`)))
  })
  const number = await Promise.race([firstLine(server.stdio[3] as Readable), failed])
  return { name: `:${number}`, stop: () => void server.kill() }
}

/** It stays open: a server that can't write the end of its line ends. */
function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('\n')) resolve(said.trim())
    })
  })
}
