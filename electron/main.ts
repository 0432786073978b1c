import { join } from 'node:path'
import { app, Menu, protocol } from 'electron'
import { refuseCoreDumps, refuseDebugging } from './shell/hardening'
import { schemePrivileges } from './shell/schemes'
import { refuseDictionaries } from './shell/security'
import { startShell } from './shell/shell'

refuseDebugging(app)
// Both only work before the app is ready. Root can't enable the sandbox: its utility processes would crash.
protocol.registerSchemesAsPrivileged([...schemePrivileges])
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
refuseDictionaries(app)
// Until there is ours: Electron would make one of its own, in the time of the window.
Menu.setApplicationMenu(null)

// One process per profile: the first instance shows its window instead.
if (app.requestSingleInstanceLock()) {
  // Before anything is secret.
  refuseCoreDumps()
  // With a top-level await the app would never become ready.
  void app.whenReady().then(() => startShell(join(app.getAppPath(), 'out')))
} else {
  app.quit()
}
