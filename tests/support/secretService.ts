import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { z } from 'zod'
import { eventually } from './eventually'

const run = promisify(execFile)
const programs = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon']

/**
 * Why keys can't be kept in a real Secret Service here; null when they can. The reason is printed, and with
 * CI=true thrown.
 */
export function secretServiceAbsence(): string | null {
  const absence = findAbsence()
  if (absence !== null && process.env.CI === 'true') throw new Error(`CI needs a keychain: ${absence}`)
  if (absence !== null) console.warn(`Skipped: what needs a real Secret Service: ${absence}`)
  return absence
}

function findAbsence(): string | null {
  if (process.platform !== 'linux') return 'the Secret Service is Linux’s'
  const folders = (process.env.PATH ?? '').split(':')
  const missing = programs.filter((name) => !folders.some((folder) => existsSync(join(folder, name))))
  if (missing.length > 0) return `${missing.join(', ')} not installed`
  return null
}

export interface SecretService {
  /** For programs that use it: a bus, a home folder and their own folders. */
  readonly env: Readonly<Record<string, string>>
  readonly home: string
  /** Passwords kept for a service name, read from the keyring itself. */
  passwords(service: string): Promise<readonly string[]>
  lock(): Promise<void>
  /** As the user does with the password; so does a login. */
  unlock(): Promise<void>
  /** Closes the question for the password, as the user does who cancels it. */
  dismiss(): Promise<void>
  stop(): Promise<void>
}

/** Its own session bus with an unlocked gnome-keyring, in its own home folder. */
export async function startSecretService(): Promise<SecretService> {
  const folder = await mkdtemp(join(tmpdir(), 'cyanotype-keyring-'))
  const home = join(folder, 'home')
  const runtime = join(folder, 'runtime')
  await mkdir(home)
  await mkdir(runtime, { mode: 0o700 })
  const folders = {
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, '.cache'),
  }
  const children: ChildProcess[] = []
  const stop = async () => {
    for (const child of children.toReversed()) await ended(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
      env: { ...process.env, ...folders },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(bus)
    const env = { ...folders, DBUS_SESSION_BUS_ADDRESS: await firstLine(bus) }

    const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    children.push(keyring)
    // With an empty password it would open a prompt and wait.
    keyring.stdin?.end(password)

    const send = async (destination: string, path: string, ...message: readonly string[]) => {
      const args = ['--session', '--print-reply', `--dest=${destination}`, path, ...message]
      return (await run('dbus-send', args, { env: { ...process.env, ...env } })).stdout
    }
    // Asking the service before it is up would make the bus start a second, locked one.
    await eventually(
      async () =>
        (await send(busName, busPath, `${busName}.NameHasOwner`, `string:${secrets}`)).includes('true'),
      { what: 'the owner of the keyring’s name' },
    )
    const toService = (path: string, ...message: readonly string[]) => send(secrets, path, ...message)
    await eventually(
      () => toService(collection, `${properties}.Get`, `string:${prefix}.Collection`, 'string:Label'),
      {
        what: 'the keyring',
      },
    )
    return {
      env,
      home,
      stop,
      passwords: (service) => passwordsOf(service, env),
      lock: async () => {
        await toService(root, `${prefix}.Service.Lock`, `array:objpath:${collection}`)
      },
      unlock: () => unlockBy(join(runtime, 'keyring/control')),
      dismiss: async () => {
        const found = await send(
          busName,
          busPath,
          `${busName}.GetConnectionUnixProcessID`,
          `string:${prompter}`,
        )
        process.kill(Number(/uint32 (\d+)/.exec(found)?.[1]), 'SIGTERM')
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** All of it, the end of the line too. */
const password = 'password\n'

/** Gives the keyring its password, as a login does: by its control socket, without a prompt. */
async function unlockBy(path: string): Promise<void> {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const unlocking = 1
  const text = Buffer.from(password)
  const request = Buffer.concat([number(unlocking), number(text.length), text])
  const socket = connect(path)
  // The first byte carries who asks.
  socket.write(Buffer.concat([Buffer.alloc(1), number(request.length + 4), request]))
  const reply = await buffer(socket)
  if (reply.length !== 8 || reply.readUInt32BE(4) !== 0) throw new Error('the keyring stays locked')
}

const busName = 'org.freedesktop.DBus'
const busPath = '/org/freedesktop/DBus'
const secrets = 'org.freedesktop.secrets'
const prefix = 'org.freedesktop.Secret'
const prompter = 'org.gnome.keyring.SystemPrompter'
const properties = 'org.freedesktop.DBus.Properties'
const root = '/org/freedesktop/secrets'
const collection = `${root}/collection/login`

/** Reads the keyring from a separate program, as any other program of the user could. */
async function passwordsOf(service: string, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const program = `require('keytar').findCredentials(process.argv[1]).then((found) =>
    console.log(JSON.stringify(found.map(({ password }) => password))))`
  const { stdout } = await run(process.execPath, ['-e', program, service], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...env },
  })
  return z.array(z.string()).parse(JSON.parse(stdout))
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('Nothing is read of that program')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error(`${child.spawnfile} ended without a word`)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
