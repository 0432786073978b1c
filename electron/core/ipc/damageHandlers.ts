import { AppFailure, appError } from '@shared/errors'
import type { KeptRows } from '../db/damage/keptRows'
import { writeFile } from '../drive'
import type { Dialogs } from '../ports'
import type { DomainHandlers } from './handlers'

export function damageHandlers(deps: {
  readonly kept: Pick<KeptRows, 'text'>
  readonly dialogs: Pick<Dialogs, 'saveFile'>
}): DomainHandlers<'damage'> {
  const { kept, dialogs } = deps
  return {
    'damage.save': async () => {
      const file = await dialogs.saveFile('damagedRows', 'cyanotype-damaged.json')
      if (file === null) return { outcome: 'closed' }
      try {
        await writeFile(file, kept.text())
      } catch (cause) {
        throw new AppFailure(appError('folderUnwritable'), { cause })
      }
      return { outcome: 'written' }
    },
  }
}
