import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Clock } from '../core/ports'
import { systemCode } from '../core/systemCode'

/** What a later start of the app says, and what the running one answers: a line of JSON each. */
const startSchema = z.object({ wants: z.literal('window') })
const answerSchema = z.object({ did: z.literal('window') })

/** Characters of either. */
const lineMaximum = 1_000
/** Milliseconds that a start may take to say it. */
const startMs = 10_000
/** Milliseconds that the running app may take to answer; something may keep it busy for a moment. */
const answerMs = 10_000
/** Starts that are heard at a time. */
const startsMaximum = 16
/** How often an app that ends before it answers is asked again. */
const askedMaximum = 3
/** Bytes of a socket's path; macOS has the shortest. */
const pathMaximum = 103
/**
 * Bytes of arguments up to which Electron's lock may be asked. It sends them all to the running app, and over 32 KB end
 * that app, without a word. It adds a little of its own.
 */
const lockMaximum = 16 * 1024

/** Whether Electron's lock may be asked with what this process was started with. */
export function mayAskLock(args: readonly string[], workingFolder: string): boolean {
  return (
    args.reduce((sum, arg) => sum + Buffer.byteLength(arg) + 1, Buffer.byteLength(workingFolder)) <
    lockMaximum
  )
}

/**
 * Where the app that runs on a profile hears later starts: a socket in the profile, or, if its path is too long for one,
 * in a folder of the user's own among the temporary ones. On Windows a pipe, which other users can't write to. Null if
 * there is no such place.
 */
export function startPlace(profile: string): string | null {
  const key = createHash('sha256').update(profile).digest('hex').slice(0, 32)
  if (process.platform === 'win32') return `\\\\.\\pipe\\cyanotype-${key}`
  const place = join(profile, 'start.sock')
  if (Buffer.byteLength(place) <= pathMaximum) return place
  const folder = join(tmpdir(), `cyanotype-${process.getuid?.()}`)
  return isOwnFolder(folder) ? join(folder, key) : null
}

/** Makes a folder that nobody else can enter; false if someone else was there before. */
function isOwnFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
  } catch {
    return false
  }
}

/** What became of asking the running app for its window: `nobody` runs there, or it is `silent`. */
export type StartAnswer = 'shown' | 'silent' | 'nobody'

/** Asks the app that hears starts at a place to show its window. Never rejects. */
export async function askRunningApp(place: string, clock: Pick<Clock, 'limit'>): Promise<StartAnswer> {
  for (let asked = 0; asked < askedMaximum; asked++) {
    const answer = await askOnce(place, clock)
    if (answer !== 'ended') return answer
  }
  return 'silent'
}

/** `ended`: it was there, and went before it answered. */
function askOnce(place: string, clock: Pick<Clock, 'limit'>): Promise<StartAnswer | 'ended'> {
  return new Promise((resolve) => {
    const socket = connect(place)
    let isThere = false
    const end = (answer: StartAnswer | 'ended') => {
      cancel()
      socket.destroy()
      resolve(answer)
    }
    const cancel = clock.limit(answerMs, () => end('silent'))
    socket.once('connect', () => {
      isThere = true
      socket.write(lineOf({ wants: 'window' } satisfies z.input<typeof startSchema>))
    })
    readLine(socket, (line) => end(says(answerSchema, line) ? 'shown' : 'silent'))
    socket.on('error', (problem) => {
      // Too many wait for it already.
      const isFull = systemCode(problem) === 'EAGAIN'
      end(isFull ? 'silent' : isThere ? 'ended' : 'nobody')
    })
    socket.on('close', () => end('ended'))
  })
}

/** The running app's ear. */
export interface StartEar {
  /** Resolves with null once it hears, or with the system's code if it can't: then Electron's lock alone does. */
  readonly failure: Promise<string | null>
  /** From now on nobody is heard. */
  close(): void
}

/**
 * Hears later starts of the app; `onStart` shows the window. Nobody hears them there now: what a killed app left behind is
 * replaced.
 */
export function hearStarts(
  place: string,
  { clock, onStart }: { readonly clock: Pick<Clock, 'limit'>; readonly onStart: () => void },
): StartEar {
  const server = createServer((socket) => hear(socket, clock, onStart))
  server.maxConnections = startsMaximum
  const failure = new Promise<string | null>((resolve) => {
    server.once('listening', () => resolve(null))
    server.on('error', (problem) => resolve(systemCode(problem) ?? 'unknown'))
  })
  try {
    listen(server, place)
  } catch (problem) {
    server.emit('error', problem)
  }
  return { failure, close: () => server.close() }
}

function listen(server: Server, place: string): void {
  if (process.platform === 'win32') {
    server.listen(place)
    return
  }
  mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
  if (lstatSync(place, { throwIfNoEntry: false })?.isSocket() === true) rmSync(place)
  // So that it is made for this user alone: Node makes it before it returns.
  const before = process.umask(0o177)
  try {
    server.listen(place)
  } finally {
    process.umask(before)
  }
}

function hear(socket: Socket, clock: Pick<Clock, 'limit'>, onStart: () => void): void {
  const cancel = clock.limit(startMs, () => socket.destroy())
  socket.on('close', cancel)
  socket.on('error', () => socket.destroy())
  readLine(socket, (line) => {
    if (!says(startSchema, line)) {
      socket.destroy()
      return
    }
    onStart()
    socket.end(lineOf({ did: 'window' } satisfies z.input<typeof answerSchema>))
  })
}

/** Calls back once: with the first line, or with null if it is too long. */
function readLine(socket: Socket, done: (line: string | null) => void): void {
  let text = ''
  const read = (some: string): void => {
    text += some
    const end = text.indexOf('\n')
    if (end < 0 && text.length <= lineMaximum) return
    socket.off('data', read)
    done(end < 0 || end > lineMaximum ? null : text.slice(0, end))
  }
  socket.setEncoding('utf8').on('data', read)
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`

function says(schema: z.ZodType, line: string | null): boolean {
  try {
    return line !== null && schema.safeParse(JSON.parse(line)).success
  } catch {
    return false
  }
}
