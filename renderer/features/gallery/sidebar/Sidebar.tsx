import { viewsMaximum } from '@shared/model/preferences'
import { BookmarkPlus, PanelLeftClose, Plus } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import { useTranslation } from '../../../parts/useTranslation'
import type { SelectedImages } from '../../../stores/selectedImages'
import { useApp, useGallery, useShownBatch, useStores } from '../../../stores/storesContext'
import { IconButton } from '../../../ui/IconButton'
import { useContextMenu } from '../../../ui/useContextMenu'
import { CollectionName } from '../collections/CollectionName'
import { useCollecting } from '../collections/useCollecting'
import { useViews } from '../search/useViews'
import { ViewName } from '../search/ViewName'
import { OwnItems } from './OwnItems'
import { SidebarRow } from './SidebarRow'
import { type Entry, useEntries } from './useEntries'
import { useExportEntry } from './useExportEntry'
import { useImageDrop } from './useImageDrop'
import { useStops } from './useStops'

interface SidebarProps {
  readonly onHide: () => void
  readonly hideRef: Ref<HTMLButtonElement>
}

/** What a name is asked for. */
type Naming = 'view' | { readonly collecting: SelectedImages | null } | Exclude<Entry['own'], null>

/** Beside the images: all of them, the user's views and collections, each with how many images it has. */
export function Sidebar({ onHide, hideRef }: SidebarProps) {
  const { t } = useTranslation()
  const { gallery, selection } = useStores()
  const mac = useApp(({ platform }) => platform === 'darwin')
  const list = useRef<HTMLElement>(null)
  const text = useGallery((state) => state.text)
  const sort = useGallery((state) => state.sort)
  const isBatch = useShownBatch() !== null
  const { views, replace, remove } = useViews()
  const collecting = useCollecting()
  const drop = useImageDrop((collecting) => setNaming({ collecting }))
  const exportEntry = useExportEntry()
  const { fixed, views: viewEntries, collections } = useEntries()
  const entries = [...fixed, ...viewEntries, ...collections]
  // A view has no batch: it would find more than what is seen.
  const mayBeSaved =
    !isBatch && text.trim() !== '' && !entries.some(({ isShown }) => isShown) && views.length < viewsMaximum
  const [naming, setNaming] = useState<Naming | null>(null)
  /** The entry whose menu was opened last. */
  const [asked, setAsked] = useState<Entry | null>(null)
  const stops = useStops(
    list,
    [
      'hide',
      ...[...fixed, ...viewEntries].map(({ key }) => key),
      ...(mayBeSaved ? ['save'] : []),
      ...collections.map(({ key }) => key),
      'new',
    ],
    entries.find(({ isShown }) => isShown)?.key ?? 'all',
  )

  const show = ({ own, text: wanted }: Entry) => {
    selection.clear()
    if (own === null) void gallery.show({ text: wanted })
    else void gallery.show('view' in own ? own.view : { text: wanted, sort: 'hand' })
  }

  const removeEntry = ({ key, own }: Entry) => {
    if (own === null) return
    stops.leave(key)
    if ('view' in own) remove(own.view)
    else collecting.remove(own.collection)
  }

  const entryOf = (target: EventTarget): Entry | undefined => {
    const stop = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
    return entries.find(({ key }) => key === stop?.dataset.key)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const entry = entryOf(event.target)
    const isDelete = event.key === 'Delete' || (mac && event.key === 'Backspace')
    if (entry === undefined || entry.own === null || (event.key !== 'F2' && !isDelete))
      return stops.onKeyDown(event)
    event.preventDefault()
    if (event.key === 'F2') setNaming(entry.own)
    // Holding the key down would remove the next one too, and the one after that.
    else if (!event.repeat) removeEntry(entry)
  }

  const context = useContextMenu(
    t('gallery.sidebar.menu'),
    asked !== null && asked.own !== null && (
      <OwnItems
        own={asked.own}
        onExport={asked.count === 0 ? null : () => exportEntry(asked)}
        {...(mayBeSaved && 'view' in asked.own ? { onUpdate: update(asked.own.view) } : {})}
        onRename={() => setNaming(asked.own)}
        onRemove={() => removeEntry(asked)}
      />
    ),
  )
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    const entry = entryOf(event.target)
    if (entry === undefined || entry.own === null) return
    setAsked(entry)
    context.onContextMenu(event)
  }

  function update(view: (typeof views)[number]) {
    return () => replace(view, { ...view, text, sort })
  }

  const row = (entry: Entry) => (
    <li key={entry.key}>
      <SidebarRow
        icon={entry.icon}
        name={entry.name}
        count={entry.count}
        isShown={entry.isShown}
        onClick={() => show(entry)}
        {...drop.on(entry)}
        {...stops.of(entry.key)}
      />
    </li>
  )

  return (
    <nav
      ref={list}
      aria-label={t('gallery.sidebar.region')}
      onFocus={stops.onFocus}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
      className="flex w-64 shrink-0 flex-col overflow-y-auto border-r border-line px-2 pb-4"
    >
      <div className="flex h-13 shrink-0 items-center justify-between pl-2">
        <h2 className="text-small font-semibold">{t('gallery.sidebar.region')}</h2>
        <IconButton
          ref={hideRef}
          icon={PanelLeftClose}
          label={t('gallery.sidebar.hide')}
          onClick={onHide}
          {...stops.of('hide')}
        />
      </div>
      <ul>
        {[...fixed, ...viewEntries].map(row)}
        {mayBeSaved && (
          <li>
            <SidebarRow
              icon={BookmarkPlus}
              name={t('gallery.views.save')}
              count={null}
              onClick={() => setNaming('view')}
              {...stops.of('save')}
            />
          </li>
        )}
      </ul>
      <Group label={t('gallery.collections.label')}>
        {collections.map(row)}
        <li>
          <SidebarRow
            icon={Plus}
            name={t('gallery.collections.new')}
            count={null}
            onClick={() => setNaming({ collecting: null })}
            {...drop.onNew}
            {...stops.of('new')}
          />
        </li>
      </Group>
      {context.menu}
      {naming !== null && <AskName naming={naming} onDone={() => setNaming(null)} />}
    </nav>
  )
}

function Group({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <h3 className="px-2 pt-4 pb-1 text-small text-faint">{label}</h3>
      <ul aria-label={label}>{children}</ul>
    </>
  )
}

function AskName({ naming, onDone }: { readonly naming: Naming; readonly onDone: () => void }) {
  const { gallery } = useStores()
  const { views, add, replace } = useViews()
  const { create, rename } = useCollecting()
  const done = (act: () => void) => {
    onDone()
    act()
  }
  if (naming === 'view' || 'view' in naming) {
    const renamed = naming === 'view' ? null : naming.view
    return (
      <ViewName
        renamed={renamed}
        views={views}
        onName={(name) =>
          done(() => {
            const { text, sort } = gallery.getState()
            if (renamed === null) add({ name, text, sort })
            else if (name !== renamed.name) replace(renamed, { ...renamed, name })
          })
        }
        onClose={onDone}
      />
    )
  }
  return (
    <CollectionName
      renamed={'collecting' in naming ? null : naming.collection}
      onName={(name) =>
        done(() => {
          if ('collecting' in naming) create(name, naming.collecting)
          else if (name !== naming.collection.name) rename(naming.collection, name)
        })
      }
      onClose={onDone}
    />
  )
}
