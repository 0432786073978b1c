import { type ChildProcess, spawn } from 'node:child_process'
import { projectRoot } from './project.ts'

export interface CommandOptions {
  readonly cwd?: string
  /** Added to this process's environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Keep what is printed for the result; otherwise it goes straight to the terminal. */
  readonly capture?: boolean
  /** Stop the command and everything it started after this many minutes. Default: never. */
  readonly limitMinutes?: number
}

export interface CommandResult {
  /** The exit code; 127 when the command could not be started, 124 when it took too long. */
  readonly code: number
  readonly output: string
}

const groups = process.platform !== 'win32'

/**
 * Runs a command to its end. Never rejects: a command that can't be started has code 127. Ends this process when
 * a signal that was passed on ended the command.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((settle) => {
    const child = spawn(command, [...args], {
      cwd: options.cwd ?? projectRoot,
      env: { ...process.env, ...options.env },
      stdio: options.capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: !groups,
      // Its own process group can be stopped as a whole: when told to end, xvfb-run leaves what it started running.
      detached: groups,
    })
    let output = ''
    const keep = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const passing = passSignalsTo(child)
    let late = false
    const stopLate = (): void => {
      late = true
      signalGroup(child, 'SIGKILL')
    }
    const timer = options.limitMinutes ? setTimeout(stopLate, options.limitMinutes * 60_000) : undefined
    const finish = (result: CommandResult): void => {
      clearTimeout(timer)
      if (passing.stop()) process.exit(130)
      settle(result)
    }
    child.once('error', (error) => finish({ code: 127, output: error.message }))
    child.once('close', (code) => finish({ code: late ? 124 : (code ?? 1), output }))
  })
}

/** Runs a command and throws with what it printed unless it succeeds. */
export async function requireCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { code, output } = await runCommand(command, args, { capture: true, ...options })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${code}\n${output.trim()}`)
  return output
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(groups ? -child.pid : child.pid, signal)
  } catch {
    // It has ended already.
  }
}

/** The terminal's Ctrl+C doesn't reach another process group on its own. */
function passSignalsTo(child: ChildProcess): { readonly stop: () => boolean } {
  const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
  let passed = false
  const pass = (signal: NodeJS.Signals): void => {
    // Asking twice means it is urgent.
    signalGroup(child, passed ? 'SIGKILL' : signal)
    passed = true
  }
  for (const signal of signals) process.on(signal, pass)
  return {
    /** Stops passing signals on; true if one was passed on. */
    stop: () => {
      for (const signal of signals) process.removeListener(signal, pass)
      return passed
    },
  }
}
