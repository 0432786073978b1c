import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { eventually } from '../support/eventually'

const debFolder = resolve(import.meta.dirname, '../../release/make/deb/x64')
const isRoot = process.getuid?.() === 0

/** A user who is not root: the current one, or one made for the test. */
export const person = isRoot ? 'cyanotype-test' : userInfo().username

export function debFile(): string {
  const [name, ...more] = readdirSync(debFolder).filter((file) => file.endsWith('.deb'))
  if (!name || more.length > 0)
    throw new Error(`${debFolder} holds ${name ? 'several packages' : 'no package'}`)
  return join(debFolder, name)
}

/** Runs a command as root and returns what it printed; an ordinary user needs sudo without a password. */
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

export interface StartOptions {
  readonly args?: readonly string[]
  /** Added to a login environment. Values must need no quotes. */
  readonly env?: Readonly<Record<string, string>>
}

export interface RunningApp {
  /** One of the user's folders; everything the app keeps is in there. */
  readonly profile: string
  /** What it and its processes have printed so far. */
  readonly said: () => string
  /** What came over Chromium's debugging pipe so far, after asking for the browser's version. */
  readonly piped: () => string
  readonly stop: () => Promise<void>
}

/** Starts a command as the user on its own profile, in its own display server. */
export function startAsPerson(command: string, { args = [], env = {} }: StartOptions = {}): RunningApp {
  const profile = asPerson('mktemp', '-d').trim()
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const started = ['env', ...variables, command, `--user-data-dir=${profile}`, '--disable-gpu', ...args]
  const [program, ...rest] = commandOfPerson('xvfb-run', '-a', ...started)
  const child = spawn(program, rest, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const [, out, errors, pipeIn, pipeOut] = child.stdio
  if (pipeIn instanceof Writable) {
    // If nothing reads it, it is closed together with the app.
    pipeIn.on('error', () => undefined)
    pipeIn.write('{"id":1,"method":"Browser.getVersion"}\0')
  }
  return {
    profile,
    said: collected(out, errors),
    piped: collected(pipeOut),
    async stop() {
      terminateDescendants(child)
      await ended
      asRoot('rm', '-rf', profile)
    },
  }
}

/** Where Chromium's debugging interface listens, once it has said so. */
export function debuggingUrl({ said }: RunningApp): Promise<string> {
  return eventually(
    () => {
      const found = /DevTools listening on (ws:\/\/\S+)/.exec(said())?.[1]
      if (found === undefined) throw new Error(said())
      return found
    },
    { what: 'the debugging interface' },
  )
}

function collected(...streams: readonly unknown[]): () => string {
  let text = ''
  for (const stream of streams) {
    if (!(stream instanceof Readable)) continue
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
  }
  return () => text
}

/** A login environment: nothing of root's, no display, no Node options. */
function commandOfPerson(...command: readonly [string, ...string[]]): readonly [string, ...string[]] {
  return isRoot ? ['runuser', '-l', person, '-c', command.join(' ')] : command
}

function asPerson(...command: readonly [string, ...string[]]): string {
  const [program, ...args] = commandOfPerson(...command)
  return execFileSync(program, args, { encoding: 'utf8' })
}

interface Process {
  readonly pid: number
  readonly parent: number
  /** Separated by spaces: Chromium's children join theirs into one text themselves. */
  readonly commandLine: string
  /** As /proc shows it: `Seccomp` is 2 under a filter. */
  readonly status: ReadonlyMap<string, string>
}

/** The user's processes whose command line begins with one of the paths. */
export function processesOf(...paths: readonly string[]): readonly Process[] {
  const userId = execFileSync('id', ['-u', person], { encoding: 'utf8' }).trim()
  return allProcesses().filter(
    ({ commandLine, status }) =>
      paths.some((path) => commandLine.startsWith(path)) && status.get('Uid')?.split('\t')[0] === userId,
  )
}

/** TCP ports on which any of the processes listens, among those whose files are visible. */
export function listeningPorts(processes: readonly Process[]): readonly number[] {
  const sockets = new Set(processes.flatMap(({ pid }) => openFiles(pid)))
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      // 0A is LISTEN; the local address is in hexadecimal, its port after the colon.
      .filter(([, , , state, ...rest]) => state === '0A' && sockets.has(`socket:[${rest[5]}]`))
      .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16)),
  )
}

/** The targets of a process's descriptors; Chromium hides those of some of its processes from everyone but root. */
function openFiles(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).flatMap((name) => {
      try {
        return [readlinkSync(join(folder, name))]
      } catch {
        // Closed since it was listed.
        return []
      }
    })
  } catch {
    return []
  }
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
