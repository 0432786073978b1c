import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'

const debFolder = resolve(import.meta.dirname, '../../release/make/deb/x64')
const isRoot = process.getuid?.() === 0

/** A person who is not root: this one, or one made for the test. */
export const person = isRoot ? 'cyanotype-test' : userInfo().username

export function debFile(): string {
  const [name, ...more] = readdirSync(debFolder).filter((file) => file.endsWith('.deb'))
  if (!name || more.length > 0)
    throw new Error(`${debFolder} holds ${name ? 'several packages' : 'no package'}`)
  return join(debFolder, name)
}

/** Runs a command as root and returns what it printed; a plain user needs sudo without a password. */
export function asRoot(command: string, ...args: readonly string[]): string {
  const [program, ...all] = isRoot ? [command, ...args] : ['sudo', '-n', command, ...args]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return execFileSync(program, all, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] })
}

export function createPerson(): void {
  if (isRoot) asRoot('useradd', '--create-home', '--shell', '/bin/sh', person)
}

export function removePerson(): void {
  if (isRoot) asRoot('userdel', '--remove', person)
}

export interface RunningApp {
  /** Where Chromium's own debugging interface listens: the package takes no Node inspector. */
  readonly debuggingUrl: string
  readonly stop: () => Promise<void>
}

/** Starts a command as the person, in a display server of its own, and waits until its browser listens. */
export async function startAsPerson(command: string): Promise<RunningApp> {
  const shown = ['xvfb-run', '-a', command, '--remote-debugging-port=0', '--disable-gpu']
  // A login environment: nothing of root's, no display, no Node options.
  const [program = '', ...args] = isRoot ? ['runuser', '-l', person, '-c', shown.join(' ')] : shown
  const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const stop = async (): Promise<void> => {
    terminateDescendants(child)
    await ended
  }
  try {
    return { debuggingUrl: await debuggingUrl(child), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function debuggingUrl(child: ChildProcess): Promise<string> {
  return new Promise((found, refuse) => {
    let printed = ''
    const read = (chunk: Buffer): void => {
      printed += chunk.toString('utf8')
      const address = /DevTools listening on (ws:\/\/\S+)/.exec(printed)?.[1]
      if (address) found(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('close', (code) => refuse(new Error(`The app ended with ${code}\n${printed}`)))
  })
}

interface Process {
  readonly pid: number
  readonly parent: number
  /** Separated by blanks: Chromium's children put theirs into one text themselves. */
  readonly commandLine: string
  /** As /proc shows it: `Seccomp` is 2 under a filter. */
  readonly status: ReadonlyMap<string, string>
}

/** Processes of the person whose command line begins with one of the paths. */
export function processesOf(...paths: readonly string[]): readonly Process[] {
  const userId = execFileSync('id', ['-u', person], { encoding: 'utf8' }).trim()
  return allProcesses().filter(
    ({ commandLine, status }) =>
      paths.some((path) => commandLine.startsWith(path)) && status.get('Uid')?.split('\t')[0] === userId,
  )
}

function terminateDescendants(root: ChildProcess): void {
  const all = allProcesses()
  const descend = (pid: number): readonly number[] => [
    ...all.filter(({ parent }) => parent === pid).flatMap((child) => descend(child.pid)),
    pid,
  ]
  if (root.pid === undefined) return
  for (const pid of descend(root.pid)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended since it was listed.
    }
  }
}

function allProcesses(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = new Map(
          readFileSync(`/proc/${name}/status`, 'utf8')
            .split('\n')
            .map((line) => [line.split(':')[0] ?? '', line.split(':').slice(1).join(':').trim()] as const),
        )
        const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return [{ pid: Number(name), parent: Number(status.get('PPid')), commandLine, status }]
      } catch {
        return []
      }
    })
}
