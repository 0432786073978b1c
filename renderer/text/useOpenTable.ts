import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/storesContext'

export interface OpenTableActions {
  /** Lets the person choose a file. */
  open(): void
  paste(text: string): void
  discard(): void
}

/** What takes the place of the open table, asked about when it was changed by hand. */
export function useOpenTable(): OpenTableActions {
  const { t } = useTranslation()
  const { dialogs, table } = useStores()

  function asked(about: 'replace' | 'discard', run: () => Promise<void>): void {
    if (table.getState().table?.edited !== true) return void run()
    const question = {
      title: t(`table.${about}.title`),
      body: t(`table.${about}.body`),
      confirm: t(`table.${about}.confirm`),
      run,
    }
    dialogs.show({ kind: 'question', question })
  }

  return {
    open: () => asked('replace', table.open),
    paste: (text) => asked('replace', () => table.paste(text)),
    discard: () => asked('discard', table.discard),
  }
}
