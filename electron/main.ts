import { join } from 'node:path'
import { app, Menu, protocol } from 'electron'
import { endOnSilence } from './shell/failures'
import { refuseCoreDumps, refuseDebugging } from './shell/hardening'
import { createClock } from './shell/ports'
import { schemePrivileges } from './shell/schemes'
import { askRunningApp, hearStarts, mayAskLock, startPlace } from './shell/secondStart'
import { refuseDictionaries } from './shell/security'
import { startShell } from './shell/shell'

refuseDebugging(app)
// Both only work before the app is ready. Root can't enable the sandbox: its utility processes would crash.
protocol.registerSchemesAsPrivileged([...schemePrivileges])
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
refuseDictionaries(app)
// Until there is ours: Electron would make one of its own, in the time of the window.
Menu.setApplicationMenu(null)

// With a top-level await the app would never become ready.
void start()

/** One process per profile: the first instance shows its window instead. */
async function start(): Promise<void> {
  const clock = createClock()
  const place = startPlace(app.getPath('userData'))
  const answer = place === null ? 'nobody' : await askRunningApp(place, clock)
  if (answer === 'silent') {
    await app.whenReady()
    endOnSilence(app)
  } else if (answer === 'shown' || !isFirst()) app.quit()
  else {
    // Before anything is secret.
    refuseCoreDumps()
    const ear =
      place === null ? null : hearStarts(place, { clock, onStart: () => app.emit('second-instance') })
    app.once('quit', () => ear?.close())
    await app.whenReady()
    startShell(join(app.getAppPath(), 'out'), ear?.failure)
  }
}

/** With more arguments than the lock can take, the database still lets nobody else in. */
function isFirst(): boolean {
  return !mayAskLock(process.argv, process.cwd()) || app.requestSingleInstanceLock()
}
