import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type EntryName, entryArguments, entryEnvironment } from '@shared/processes/entryArguments'
import type { ChildChannel, Processes } from '../../electron/core/ports'
import { builtEntries } from './builtEntry'
import { peakMegabytes } from './fuzz/processPeak'

export interface ChildProcesses extends Processes {
  /** The children alive now, oldest first. */
  running(entry: EntryName): readonly ChildProcess[]
  /** How often an entry was started. */
  started(entry: EntryName): number
  /** Kills them all with SIGKILL and waits for their exit. */
  stop(): Promise<void>
}

/**
 * The app's own entries, built and run as plain children with IPC; stopped at the end of each test.
 * `runtime`: an Electron to run them in, where they find what the app finds; default this Node.
 */
export async function childProcesses({
  runtime,
}: {
  readonly runtime?: string
} = {}): Promise<ChildProcesses> {
  const files = await builtEntries()
  const children: { readonly entry: EntryName; readonly child: ChildProcess }[] = []
  const alive = ({ child }: { readonly child: ChildProcess }) =>
    child.exitCode === null && child.signalCode === null
  return {
    start(entry, args): ChildChannel {
      const child = fork(files[entry], args, {
        serialization: 'advanced',
        execArgv: [...entryArguments[entry]],
        env: {
          ...process.env,
          ...entryEnvironment[entry],
          ...(runtime === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }),
        },
        ...(runtime === undefined ? {} : { execPath: runtime }),
      })
      children.push({ entry, child })
      return {
        send(message) {
          // A child that is exiting accepts no message: its exit is reported.
          if (child.connected && typeof message === 'object' && message !== null)
            child.send(message, () => {})
        },
        onMessage: (listener) => void child.on('message', listener),
        onExit: (listener) => void child.once('exit', listener),
        kill: () => void child.kill('SIGKILL'),
        // The most so far: on a busy machine, a look may come once it has less again.
        memory: () => peakMegabytes(child.pid) * 1024 * 1024,
      }
    },
    running: (entry) => children.filter((one) => one.entry === entry && alive(one)).map(({ child }) => child),
    started: (entry) => children.filter((one) => one.entry === entry).length,
    async stop() {
      const ends = children.filter(alive).map(({ child }) => {
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        return ended
      })
      await Promise.all(ends)
    },
  }
}
