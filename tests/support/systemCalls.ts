import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { eventually } from './eventually'

/** A system call of a traced process, in the order in which the calls began. */
export interface SystemCall {
  readonly name: string
  /** What its file descriptor refers to: a path, or both ends of a TCP connection. */
  readonly on: string
  /** Its other arguments as strace writes them: text is readable, other bytes are escaped. */
  readonly given: string
}

/** Why system calls can't be traced here; null when they can. */
export function traceAbsence(): string | null {
  if (process.platform !== 'linux') return 'system calls are traced on Linux alone'
  const { error, status } = spawnSync('strace', ['-o', '/dev/null', 'true'])
  if (error !== undefined) return 'strace is not installed'
  return status === 0 ? null : 'this system lets no process trace another'
}

const calls = 'write,writev,sendto,sendmsg,pwrite64,pwritev,fsync,fdatasync'
/** Enough to show a whole database page. */
const shownBytes = 8192

export interface TracedProcess {
  /** Kills it with SIGKILL and returns its calls. */
  kill(): Promise<readonly SystemCall[]>
}

/** Runs a program with this Node under strace. `file` is where the trace goes. */
export function traceProcess(file: string, program: string, args: readonly string[]): TracedProcess {
  // With -D strace is the child: the process that we start, and kill, is the program itself.
  const options = ['-D', '-f', '-yy', '-s', String(shownBytes), '-e', `trace=${calls}`, '-o', file]
  const child = spawn('strace', [...options, process.execPath, program, ...args], { stdio: 'inherit' })
  const gone = once(child, 'exit')
  return {
    async kill() {
      child.kill('SIGKILL')
      await gone
      const end = new RegExp(`^${child.pid} +\\+\\+\\+ killed by SIGKILL`, 'm')
      const trace = await eventually(
        async () => {
          const text = await readFile(file, 'latin1')
          return end.test(text) ? text : null
        },
        { what: 'the end of the trace' },
      )
      return readCalls(trace)
    },
  }
}

/**
 * A call that another thread interrupts in the trace is listed where it is `resumed`, because that is where
 * it finished.
 */
function readCalls(trace: string): readonly SystemCall[] {
  const open = new Map<string, SystemCall>()
  return trace.split('\n').flatMap((line) => {
    const begun = /^(\d+) +(\w+)\(\d+<(.*?)>(?:\)|, |(?= <unfinished))(.*)$/.exec(line)
    if (begun !== null) {
      const [, thread = '', name = '', on = '', given = ''] = begun
      const call = { name, on, given }
      if (!given.endsWith('<unfinished ...>')) return [call]
      open.set(thread, call)
      return []
    }
    const [, thread = ''] = /^(\d+) +<\.\.\. \w+ resumed>/.exec(line) ?? []
    const call = open.get(thread)
    return call === undefined ? [] : [call]
  })
}
