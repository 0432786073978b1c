import { join } from 'node:path'
import { entryArguments, entryEnvironment } from '@shared/processes/entryArguments'
import { native } from '@shared/text/native'
import { app, utilityProcess } from 'electron'
import type { Processes } from '../core/ports'
import { residentMemory } from '../core/residentMemory'

/** Starts `<folder>/<entry>.js` as a utility process: Node without a window or a key. */
export function createProcesses(folder: string): Processes {
  return {
    start(entry, args) {
      const child = utilityProcess.fork(join(folder, `${entry}.js`), [...args], {
        serviceName: native.processes[entry],
        execArgv: [...entryArguments[entry]],
        env: { ...process.env, ...entryEnvironment[entry] },
      })
      return {
        send: (message) => child.postMessage(message),
        onMessage: (listener) => {
          child.on('message', listener)
        },
        onExit: (listener) => {
          child.once('exit', listener)
        },
        kill: () => {
          child.kill()
        },
        // Electron looks at all processes to report on one, so where the system can report on a single one, it is
        // asked.
        memory: () => residentMemory(child.pid) ?? measured(child.pid),
      }
    },
  }
}

function measured(pid: number | undefined): number | null {
  const metric = app.getAppMetrics().find((one) => one.pid === pid)
  return metric === undefined ? null : metric.memory.workingSetSize * 1024
}
