import type { AppSnapshot } from '@shared/model/app'
import { preferencesSchema } from '@shared/model/preferences'
import type { Changes } from '../changes'
import type { Connections } from '../connections/connections'
import type { KeptRows } from '../db/damage/keptRows'
import type { LastWords } from '../lastWords'
import type { Library } from '../library/library'
import type { Moving } from '../library/moving/moving'
import type { Upkeep } from '../library/upkeep/createUpkeep'
import type { Notices } from '../notices'
import type { Clipboard, Dialogs, Logger, Preferences, Secrets } from '../ports'
import { saveFile } from '../replaceFile'
import type { DomainHandlers } from './handlers'
import type { LeftOutWork } from './leftOutWork'

export function appHandlers(deps: {
  readonly app: Pick<AppSnapshot, 'version' | 'platform' | 'runtime'>
  readonly preferences: Preferences
  readonly secrets: Secrets
  readonly clipboard: Pick<Clipboard, 'writeText'>
  readonly connections: Pick<Connections, 'list'>
  readonly library: Pick<Library, 'folder'>
  readonly upkeep: Pick<Upkeep, 'state'>
  readonly moving: Pick<Moving, 'shown'>
  readonly notices: Notices
  readonly lastWords: Pick<LastWords, 'heard'>
  readonly leftOut: Pick<LeftOutWork, 'takeUpAll'>
  readonly changes: Changes
  readonly logger: Pick<Logger, 'error'>
}): DomainHandlers<'app' | 'preferences'> {
  const { app, preferences, secrets, clipboard, connections, library, notices, lastWords } = deps
  const { leftOut, changes, logger, moving } = deps
  return {
    'app.snapshot': () => ({
      ...app,
      preferences: preferences.read(),
      libraryPath: library.folder(),
      upkeep: deps.upkeep.state(),
      move: moving.shown(),
      connections: [...connections.list()],
      notices: [...notices.list()],
      keyStore: secrets.kind,
    }),

    'app.dismissNotice': ({ id }) => {
      notices.dismiss(id)
      return null
    },

    'app.tryLeftOut': () => {
      leftOut.takeUpAll()
      return null
    },

    'app.written': () => {
      lastWords.heard()
      return null
    },

    'app.copyText': ({ text }) => {
      clipboard.writeText(text)
      return null
    },

    'app.reportFault': ({ name, frames }) => {
      logger.error('page.fault', { name, trace: frames.join(' | ') })
      return null
    },

    'preferences.change': (patch) => {
      const given = Object.entries(patch).filter(([, value]) => value !== undefined)
      const wanted = preferencesSchema.parse({ ...preferences.read(), ...Object.fromEntries(given) })
      const changed = preferences.change(wanted)
      changes.announce('preferences')
      return changed
    },
  }
}

export function damageHandlers(deps: {
  readonly kept: Pick<KeptRows, 'text'>
  readonly dialogs: Pick<Dialogs, 'saveFile'>
}): DomainHandlers<'damage'> {
  const { kept, dialogs } = deps
  return {
    'damage.save': async () => {
      const file = await dialogs.saveFile('damagedRows', 'cyanotype-damaged.json')
      if (file === null) return { outcome: 'closed' }
      await saveFile(file, kept.text())
      return { outcome: 'written' }
    },
  }
}
