import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { errorOf } from '../../client/failure'
import { useStores } from '../../stores/storesContext'
import { useErrorText } from '../../text/errorText'

export interface Selecting {
  only(id: string, position: number): void
  toggle(id: string, position: number): void
  /** From the anchor to a position, both included. */
  rangeTo(position: number): Promise<void>
  all(): Promise<void>
  /** Deletes images and offers to take it back. */
  remove(ids: readonly string[]): Promise<void>
}

/** What the person does with images: selecting, by list position, and deleting. */
export function useSelecting(): Selecting {
  const { t } = useTranslation()
  const { client, gallery, selection, toasts } = useStores()
  const errorText = useErrorText()

  return useMemo(() => {
    const total = () => gallery.getState().shape?.total ?? 0
    const tell = (thrown: unknown) => {
      const { cause, next } = errorText(errorOf(thrown))
      toasts.show({ text: `${cause} ${next}`, action: null })
    }
    const select = async (from: number, to: number) => {
      try {
        selection.replace(await gallery.idsBetween(from, to))
      } catch (thrown) {
        tell(thrown)
      }
    }
    return {
      only: (id, position) => selection.only(id, { fromEnd: total() - position }),
      toggle: (id, position) => selection.toggle(id, { fromEnd: total() - position }),
      async rangeTo(position) {
        const { anchor } = selection.getState()
        const start = anchor === null ? position : Math.max(0, total() - anchor.fromEnd)
        await select(Math.min(start, position), Math.max(start, position))
      },
      async all() {
        if (total() > 0) await select(0, total() - 1)
      },
      async remove(ids) {
        if (ids.length === 0) return
        try {
          const { deleted } = await client.call('images.delete', { ids: [...ids] })
          selection.remove(ids)
          const undo = async () => {
            const { restored } = await client.call('images.restore', { ids: [...ids] })
            return t('gallery.restored', { count: restored })
          }
          toasts.show({
            text: t('gallery.deleted', { count: deleted }),
            action: { label: t('gallery.undo'), run: undo },
          })
        } catch (thrown) {
          tell(thrown)
        }
      },
    }
  }, [client, gallery, selection, toasts, t, errorText])
}
