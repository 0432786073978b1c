import type { TableReadAs } from '@shared/model/tableReading'
import { useStores } from '../stores/storesContext'
import { useAct } from './useAct'
import { useTranslation } from './useTranslation'

export interface OpenTableActions {
  /** Shows the open table, or a place to open one. */
  show(): void
  /** Lets the user choose a file; the table is shown once there is one. */
  open(): void
  /** Shows the open table; if there is none, lets the user choose a file at once. */
  showOrOpen(): void
  paste(text: string): void
  /** A file that was dropped into the window. */
  drop(file: File): void
  /** Reads the table again in another way, or confirms its encoding. */
  readAs(readAs: TableReadAs): void
  /** Discards the table, whatever is under way with it. */
  cancel(): void
  /** The same, and also closes its dialog. */
  discard(): void
}

/** The actions on the one open table. Asks before changes made by hand are lost. */
export function useOpenTable(): OpenTableActions {
  const { t } = useTranslation()
  const { dialogs, table } = useStores()
  const act = useAct()
  const show = () => dialogs.show({ kind: 'table' })

  function asked(about: 'replace' | 'reread' | 'discard', run: () => Promise<void>): void {
    if (table.getState().table?.edited !== true) return void act(run)
    const question = {
      title: t(`table.${about}.title`),
      body: t(`table.${about}.body`),
      confirm: t(`table.${about}.confirm`),
      run,
    }
    dialogs.show({ kind: 'question', question })
  }

  function replace(work: () => Promise<void>): void {
    show()
    asked('replace', work)
  }

  function open(): void {
    asked('replace', async () => {
      await table.open()
      const { table: opened, failure } = table.getState()
      if (opened !== null || failure !== null) show()
    })
  }

  return {
    show,
    open,
    showOrOpen: () => (table.getState().table === null ? open() : show()),
    paste: (text) => replace(() => table.paste(text)),
    drop: (file) => replace(() => table.drop(file)),
    readAs(readAs) {
      const encoding = table.getState().table?.layout.encoding
      const confirms = readAs.header === null && readAs.encoding === encoding
      if (confirms) void act(() => table.readAs(readAs))
      else asked('reread', () => table.readAs(readAs))
    },
    cancel: () => asked('discard', table.discard),
    discard: () =>
      asked('discard', async () => {
        await table.discard()
        dialogs.leave('table')
      }),
  }
}
