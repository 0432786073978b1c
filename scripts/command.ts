import { type ChildProcess, spawn } from 'node:child_process'
import { projectRoot } from './project.ts'

export interface CommandOptions {
  readonly cwd?: string
  /** Added to this process's environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Keep what is printed for the result; otherwise it goes straight to the terminal. */
  readonly capture?: boolean
  /** Stop the command and all it started after this many minutes. Default: never. */
  readonly limitMinutes?: number
}

export interface CommandResult {
  /** The exit code; 127 when the command could not be started, 124 when it took too long. */
  readonly code: number
  readonly output: string
}

/** Runs a command to its end. Never rejects: a command that can't be started has code 127. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((settle) => {
    const limited = options.limitMinutes !== undefined && process.platform !== 'win32'
    const child = spawn(command, [...args], {
      cwd: options.cwd ?? projectRoot,
      env: { ...process.env, ...options.env },
      stdio: options.capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: process.platform === 'win32',
      // A group of its own can be stopped whole.
      detached: limited,
    })
    let output = ''
    let late = false
    const keep = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const release = limited ? stopWithUs(child) : () => {}
    const timer = limited
      ? setTimeout(
          () => {
            late = true
            stopGroup(child)
          },
          (options.limitMinutes ?? 0) * 60_000,
        )
      : undefined
    const finish = (result: CommandResult): void => {
      clearTimeout(timer)
      release()
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
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output.trim()}`)
  return output
}

function stopGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

/** A detached child does not get the terminal's Ctrl+C: pass it on. Returns what takes the handlers away. */
function stopWithUs(child: ChildProcess): () => void {
  const stop = (): void => {
    stopGroup(child)
    process.exit(130)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  return () => {
    process.removeListener('SIGINT', stop)
    process.removeListener('SIGTERM', stop)
  }
}
