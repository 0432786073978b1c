import { AppFailure, appError } from '@shared/errors'
import type { LibraryWatch } from '../library/libraryWatch'
import type { Dialogs, Opener } from '../ports'
import type { Tables } from '../tables/tables'
import type { TableWriting } from '../tables/writing/tableWriting'
import type { DomainHandlers } from './handlers'

export function tableHandlers(deps: {
  readonly tables: Tables
  readonly writing: TableWriting
  readonly dialogs: Pick<Dialogs, 'chooseFile' | 'saveFile'>
  readonly opener: Pick<Opener, 'reveal'>
  readonly watch: Pick<LibraryWatch, 'look'>
  /** Stops writing a table when the app quits. */
  readonly signal: AbortSignal
}): DomainHandlers<'tables'> {
  const { tables, writing, dialogs, opener, watch, signal } = deps
  /** What `tables.reveal` shows: a path never comes from the window. */
  let lastFile: string | null = null
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

    'tables.readAs': (readAs) => tables.readAs(readAs),

    'tables.change': (settings) => tables.change(settings),

    'tables.rows': async ({ view, offset, limit }) => {
      const { total, rows } = await tables.rows(view, offset, limit)
      return { total, rows: [...rows] }
    },

    'tables.cell': async ({ row, column }) => ({ value: await tables.cell(row, column) }),

    'tables.edit': ({ row, column, value }) => tables.edit(row, column, value),

    'tables.nextWrong': ({ view, after }) => tables.nextWrong(view, after),

    'tables.undo': ({ redo, view }) => tables.undo(redo, view),

    'tables.select': ({ which, selected }) => tables.select(which, selected),

    'tables.enqueue': async (options) => {
      await watch.look()
      return tables.enqueue(options)
    },

    'tables.writeBack': async ({ batchId }) => {
      const name = writing.fileName(batchId)
      // In that case the paths of the images aren't known.
      const problem = await watch.look()
      if (problem?.code === 'librarySilent' || problem?.code === 'libraryAway') throw new AppFailure(problem)
      const file = await dialogs.saveFile('table', name)
      if (file === null) return { outcome: 'closed' }
      const written = await writing.write(batchId, file, { signal })
      lastFile = file
      return { outcome: 'written', file, ...written }
    },

    'tables.reveal': () => {
      if (lastFile === null) throw new AppFailure(appError('rowMissing'))
      opener.reveal(lastFile)
      return null
    },
  }
}
