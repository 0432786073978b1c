import { AppFailure, appError } from '@shared/errors'
import type { LibraryWatch } from '../library/libraryWatch'
import type { Dialogs } from '../ports'
import type { Tables } from '../tables/tables'
import type { DomainHandlers } from './handlers'

export function tableHandlers(deps: {
  readonly tables: Tables
  readonly dialogs: Pick<Dialogs, 'chooseFile'>
  readonly watch: Pick<LibraryWatch, 'look'>
}): DomainHandlers<'tables'> {
  const { tables, dialogs, watch } = deps
  return {
    'tables.current': () => tables.current(),

    'tables.open': async (origin) => {
      const path = await dialogs.chooseFile('table')
      return path === null ? null : tables.open({ path }, origin)
    },

    'tables.paste': ({ text, ...origin }) => tables.open({ text }, origin),

    'tables.close': async () => {
      await tables.close()
      return null
    },

    'tables.change': (settings) => tables.change(settings),

    'tables.rows': async ({ view, offset, limit }) => {
      const { total, rows } = await tables.rows(view, offset, limit)
      return { total, rows: [...rows] }
    },

    'tables.cell': async ({ row, column }) => ({ value: await tables.cell(row, column) }),

    'tables.edit': ({ row, column, value }) => tables.edit(row, column, value),

    'tables.select': ({ which, selected }) => tables.select(which, selected),

    'tables.enqueue': async (options) => {
      await watch.look()
      return tables.enqueue(options)
    },

    'tables.writeBack': () => {
      throw new AppFailure(appError('batchWithoutTable'))
    },

    'tables.reveal': () => {
      throw new AppFailure(appError('rowMissing'))
    },
  }
}
