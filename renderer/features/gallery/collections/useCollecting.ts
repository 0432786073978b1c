import type { Collection } from '@shared/model/collection'
import { useMemo } from 'react'
import { useDid } from '../../../parts/useDid'
import { useTranslation } from '../../../parts/useTranslation'
import { type SelectedImages, selectionOf } from '../../../stores/selectedImages'
import type { Step } from '../../../stores/step'
import { useStores } from '../../../stores/storesContext'

type Named = Pick<Collection, 'id' | 'name'>

/** What can be done with collections: all of it can be undone, and a refusal is told. */
export interface Collecting {
  /** `images`: what is in it from the start; null for nothing. */
  create(name: string, images: SelectedImages | null): void
  rename(collection: Named, name: string): void
  /** Its images stay in the library. */
  remove(collection: Named): void
  add(collection: Named, images: SelectedImages): void
  /** `selected`: what that does to the selection. */
  takeOut(collection: Named, images: SelectedImages, selected?: Selected): void
  /** Moves images beside another one, which is seen where it is done. */
  move(collection: Named, images: SelectedImages, beside: Beside): void
}

/** What becomes of the selection when images leave the list, and when they are back. */
export interface Selected {
  leave(): void
  /** After an undo, or a refusal. */
  comeBack(): void
}

const asItIs: Selected = { leave() {}, comeBack() {} }

export interface Beside {
  readonly imageId: string
  readonly to: 'before' | 'after'
}

export function useCollecting(): Collecting {
  const { t } = useTranslation()
  const { client, collections, toasts } = useStores()
  const did = useDid()

  return useMemo(() => {
    /** What a press did, or, the other way, what it undid. */
    const stepOf = (
      press: number,
      texts: { readonly done: string; readonly undone: string; readonly quiet?: boolean },
      way: 'back' | 'again' = 'back',
      selected = asItIs,
    ): Step => ({
      quiet: texts.quiet === true && way === 'back',
      text: way === 'back' ? texts.done : texts.undone,
      tooLate: t(way === 'back' ? 'undo.tooLate' : 'undo.redoTooLate'),
      async reverse() {
        if (way === 'again') selected.leave()
        const { turned } = await client.call('collections.turn', { press, way })
        await collections.refresh()
        if (turned === 0) return null
        if (way === 'back') selected.comeBack()
        return stepOf(press, texts, way === 'back' ? 'again' : 'back', selected)
      },
    })

    const press = (
      { name }: Pick<Named, 'name'>,
      call: () => Promise<{ readonly press: number; readonly changed: number }>,
      done: (count: number) => string,
      options: {
        readonly nothing?: string
        readonly undone?: string
        readonly selected?: Selected
      } = {},
    ): void =>
      did(async () => {
        const { nothing, undone = t('gallery.collections.undone', { name }), selected = asItIs } = options
        const { press: number, changed } = await call().catch((thrown: unknown) => {
          selected.comeBack()
          throw thrown
        })
        await collections.refresh()
        if (nothing !== undefined && changed === 0) {
          toasts.show({ text: nothing, action: null })
          return null
        }
        const texts = { done: done(changed), undone }
        return stepOf(number, texts, 'back', selected)
      })

    return {
      create(name, images) {
        const selection = images === null ? null : selectionOf(images)
        press(
          { name },
          () => client.call('collections.create', { name, selection }),
          (count) =>
            t(count > 0 ? 'gallery.collections.added' : 'gallery.collections.created', { count, name }),
          { undone: t('gallery.collections.uncreated', { name }) },
        )
      },
      rename: (collection, name) =>
        press(
          collection,
          () => client.call('collections.rename', { id: collection.id, name }),
          () => t('gallery.collections.renamed', { name }),
        ),
      remove: (collection) =>
        press(
          collection,
          () => client.call('collections.remove', { id: collection.id }),
          () => t('gallery.collections.removed', { name: collection.name }),
        ),
      add: (collection, images) =>
        press(
          collection,
          () => client.call('collections.add', { id: collection.id, selection: selectionOf(images) }),
          (count) => t('gallery.collections.added', { count, name: collection.name }),
          { nothing: t('gallery.collections.addedNone', { name: collection.name }) },
        ),
      takeOut: (collection, images, selected = asItIs) =>
        press(
          collection,
          () => client.call('collections.takeOut', { id: collection.id, selection: selectionOf(images) }),
          (count) => t('gallery.collections.takenOut', { count, name: collection.name }),
          { selected },
        ),
      move: ({ id }, images, beside) =>
        did(async () => {
          const selection = selectionOf(images)
          const { press: number, changed } = await client.call('collections.move', { id, selection, beside })
          const texts = { done: t('undo.move.redone'), undone: t('undo.move.undone'), quiet: true }
          return changed === 0 ? null : stepOf(number, texts)
        }),
    }
  }, [client, collections, toasts, t, did])
}
