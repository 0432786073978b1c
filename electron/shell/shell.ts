import { join } from 'node:path'
import type { Platform } from '@shared/model/app'
import { demoOptionsSchema } from '@shared/processes/demo'
import { app, Menu, nativeTheme, protocol, session } from 'electron'
import type { Core } from '../core/core'
import type { Ports } from '../core/ports'
import type { TaskWatch } from '../core/taskWatch'
import { createAppHandler, createHeadStart } from './appProtocol'
import { createClipboard } from './clipboard'
import { askBeforeQuit, createDialogs } from './dialogs'
import { endOnBugs, endOnFailedStart, watchPage } from './failures'
import { fieldMenuTemplate } from './fieldMenu'
import { createFileDrag } from './fileDrag'
import { dropWeakening } from './hardening'
import { createImageHandler } from './imageProtocol'
import { answerRequests, sendEvent } from './ipcTransport'
import { loadKeytar, openKeychain } from './keychain'
import { createLogger } from './logger'
import { menuTemplate } from './menu'
import { createOpener } from './opener'
import { findPage } from './page'
import {
  createClock,
  createNotifier,
  createPower,
  createProcesses,
  createProxy,
  findPlaces,
  onSessionEnd,
} from './ports'
import { superviseQuit } from './quit'
import { scheme } from './schemes'
import { lockContents, lockSession } from './security'
import { createSettingsStore } from './settingsStore'
import { watchLoop, watchTasks } from './tasks'
import { createWindow, showWindow } from './window'

/**
 * The app once Electron is ready: first the window, then the core while the page loads. Requests from the page wait
 * until then. `built` is the folder with the built parts; `deafness` resolves with why later starts aren't heard at our own
 * place, or with null.
 */
export function startShell(built: string, deafness: Promise<string | null> = Promise.resolve(null)): void {
  const development = !app.isPackaged
  const places = findPlaces(app)
  const logger = createLogger({ folder: places.logs, console: development ? ['warn', 'error'] : ['error'] })
  const isEnding = endOnBugs(app, logger, places.logs)
  const tasks = watchTasks(logger)
  dropWeakening(process.env, logger)
  void deafness.then((code) => code !== null && logger.warn('start.unheard', { code }))

  const page = findPage(development ? process.env.ELECTRON_RENDERER_URL : undefined)
  lockContents(app, page)
  lockSession(session.defaultSession, page)
  // Loading the core blocks this thread, which also serves the page, so the page's files go first.
  const pageStart = createHeadStart()
  protocol.handle(scheme.app, createAppHandler(join(built, 'renderer'), pageStart.end))

  const settings = createSettingsStore(places.profile)
  nativeTheme.themeSource = settings.read().theme
  settings.onChange(({ theme }) => {
    nativeTheme.themeSource = theme
  })

  const preload = join(built, 'preload', 'preload.cjs')
  const window = createWindow({ page, preload, settings, devTools: development })
  const contents = window.webContents
  watchPage(contents, logger)

  const core = startCore(pageStart.over, { isEnding, tasks }, async () => ({
    secrets: await openKeychain({ logger, load: loadKeytar }),
    preferences: settings,
    dialogs: createDialogs(window),
    notifier: createNotifier(window, logger),
    power: createPower(),
    // The page's own session has no working proxy.
    proxy: createProxy(session.fromPartition('proxy')),
    clipboard: createClipboard(process.platform),
    drag: createFileDrag(contents),
    opener: createOpener(),
    clock: createClock(),
    logger,
    processes: createProcesses(join(built, 'main')),
    places,
  }))
  answerRequests(core, { contents, origin: page.origin })
  protocol.handle(scheme.image, createImageHandler(core))
  const quit = superviseQuit({
    app,
    window,
    show: () => showWindow(window),
    core,
    ask: (requests) => askBeforeQuit(window, requests),
    onSessionEnd: (listener) => onSessionEnd(window, listener),
    kill: () => process.kill(process.pid, 'SIGKILL'),
  })
  app.on('second-instance', quit.comeBack)
  app.on('activate', quit.comeBack)

  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        platform: process.platform,
        development,
        command: (payload) => sendEvent(contents, { event: 'window.commanded', payload }),
        editField: (edit) => contents[edit](),
      }),
    ),
  )

  contents.on('context-menu', (_event, pressed) => {
    const template = fieldMenuTemplate(pressed)
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window })
  })

  core.then(
    (running) => {
      running.subscribe((event) => sendEvent(contents, event))
      watchLoop(tasks)
    },
    (error: unknown) => endOnFailedStart(app, logger, places.logs, error),
  )
}

async function startCore(
  pageStarted: Promise<void>,
  watched: { readonly isEnding: () => boolean; readonly tasks: TaskWatch },
  openPorts: () => Promise<Ports>,
): Promise<Core> {
  await pageStarted
  const [ports, { createCore }] = await Promise.all([openPorts(), import('../core/createCore')])
  const { electron = '', chrome = '', node } = process.versions
  const options = {
    app: { version: app.getVersion(), platform: knownPlatform(), runtime: { electron, chrome, node } },
    demo: readDemoOptions(app.isPackaged ? undefined : process.env.CYANOTYPE_DEMO),
    ...watched,
  }
  const core = watched.tasks.measure('start', createCore, () => createCore(ports, options))
  await core.start()
  return core
}

function knownPlatform(): Platform {
  return process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
}

const overrides = demoOptionsSchema.omit({ folder: true, key: true })

/**
 * Options of the demo service from `CYANOTYPE_DEMO`, as JSON, for tests and screenshots: speed, slots, failures. A
 * packaged app ignores it.
 */
function readDemoOptions(text: string | undefined): ReturnType<typeof overrides.parse> {
  return overrides.parse(JSON.parse(text ?? '{}'))
}
