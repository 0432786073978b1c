import { join } from 'node:path'
import { utilityProcess } from 'electron'
import type { Processes } from '../core/ports'

const serviceNames = { imaging: 'Cyanotype Imaging', demo: 'Cyanotype Demo Service' } as const

/** Starts `<folder>/imaging.js` and `<folder>/demo.js` as utility processes: Node without a window or a key. */
export function createProcesses(folder: string): Processes {
  return {
    start(entry, args) {
      const child = utilityProcess.fork(join(folder, `${entry}.js`), [...args], {
        serviceName: serviceNames[entry],
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
      }
    },
  }
}
