import { tileSizeMaximum, tileSizeMinimum } from '@shared/model/preferences'
import { ArchiveRestore, Columns2, Download, LayoutGrid, PanelLeft, Rows3, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useChangePreferences } from '../../parts/useChangePreferences'
import { useTranslation } from '../../parts/useTranslation'
import { countOf } from '../../stores/selectedImages'
import { useApp, useSelection, useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { Slider } from '../../ui/Slider'
import { Tooltip } from '../../ui/Tooltip'
import { useShownCollection } from './collections/useShownCollection'
import { isComparable } from './compare/useComparing'
import { SearchBox } from './search/SearchBox'
import { SortMenu } from './search/SortMenu'
import { ViewMenu } from './search/ViewMenu'
import type { SidebarState } from './sidebar/useSidebar'
import type { TrashActions } from './trash/useTrash'
import type { TileSize } from './useTileSize'

interface GalleryBarProps {
  readonly tileSize: TileSize
  readonly sidebar: Pick<SidebarState, 'isShown' | 'show' | 'buttonRef'>
  /** Null while the list is of the library. */
  readonly trash: TrashActions | null
}

/**
 * Search, layout, and what can be done with the selection. Where these would leave the search too little room, they
 * have a row of their own; whether the library is open or what is selected doesn't change that, so that no image moves.
 */
export function GalleryBar({ tileSize, sidebar, trash }: GalleryBarProps) {
  const changePreferences = useChangePreferences()
  const { t } = useTranslation()
  const layout = useApp(({ preferences }) => preferences.galleryLayout)
  const shown = useShownCollection()
  const other = layout === 'rows' ? 'grid' : 'rows'

  return (
    <div className="flex shrink-0 gap-1 px-4 @max-[960px]/gallery:flex-col @max-[960px]/gallery:gap-0">
      <div className="flex h-13 min-w-60 flex-1 shrink-0 items-center gap-1 @max-[960px]/gallery:flex-none">
        {!sidebar.isShown && (
          <>
            <IconButton
              ref={sidebar.buttonRef}
              icon={PanelLeft}
              label={t('gallery.sidebar.show')}
              onClick={sidebar.show}
              className="-ml-2"
            />
            <ViewMenu />
          </>
        )}
        <SearchBox className="flex-1" />
      </div>
      <div className="flex h-13 min-w-0 items-center gap-1 @max-[960px]/gallery:-mx-2 @max-[960px]/gallery:-mt-1 @max-[960px]/gallery:h-8">
        <SortMenu isCollection={shown !== null} />
        <IconButton
          icon={layout === 'rows' ? LayoutGrid : Rows3}
          label={t(`gallery.${other}`)}
          onClick={() => changePreferences({ galleryLayout: other })}
        />
        <Slider
          label={t('gallery.tileSize')}
          value={tileSize.value}
          min={tileSizeMinimum}
          max={tileSizeMaximum}
          step={8}
          className="w-14 shrink-0 @max-[400px]:hidden"
          onChange={tileSize.change}
        />
        <div className="ml-auto flex shrink-0 gap-1">
          {trash === null ? <LibraryButtons /> : <TrashButtons trash={trash} />}
        </div>
      </div>
    </div>
  )
}

function LibraryButtons() {
  const { t } = useTranslation()
  const { commands } = useStores()
  const selected = useSelection(countOf)
  return (
    <>
      <SelectionButton
        icon={<Columns2 {...iconLook} />}
        label={t('gallery.compare.title')}
        missing={isComparable(selected) ? null : t('gallery.compare.select')}
        onPress={() => commands.run('compare')}
      />
      <SelectionButton
        icon={<Trash2 {...iconLook} />}
        label={t('gallery.delete')}
        missing={selected > 0 ? null : t('gallery.selectFirst')}
        onPress={() => commands.run('delete')}
      />
      <SelectionButton
        icon={<Download {...iconLook} />}
        label={selected > 0 ? t('gallery.exportCount', { count: selected }) : t('gallery.exportButton')}
        missing={selected > 0 ? null : t('gallery.selectFirst')}
        counts={selected > 0}
        onPress={() => commands.run('export')}
      />
    </>
  )
}

function TrashButtons({ trash }: { readonly trash: TrashActions }) {
  const { t } = useTranslation()
  const selected = useSelection(countOf)
  return (
    <>
      <SelectionButton
        icon={<ArchiveRestore {...iconLook} />}
        label={t('gallery.trash.restore')}
        missing={selected > 0 ? null : t('gallery.selectFirst')}
        onPress={trash.restore}
      />
      <SelectionButton
        icon={<Trash2 {...iconLook} />}
        label={t('gallery.trash.discard')}
        missing={selected > 0 ? null : t('gallery.selectFirst')}
        onPress={trash.discard}
      />
    </>
  )
}

const iconLook = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }

interface SelectionButtonProps {
  readonly icon: ReactNode
  readonly label: string
  /** What is to be selected first; null if nothing is missing. */
  readonly missing: string | null
  /** Whether the label says how many are selected: then it is also shown in a narrower bar. Default not. */
  readonly counts?: boolean
  readonly onPress: () => void
}

/** Acts on the selection. */
function SelectionButton({ icon, label, missing, counts = false, onPress }: SelectionButtonProps) {
  return (
    <Tooltip text={missing}>
      <Button look="ghost" unavailable={missing !== null} onClick={missing === null ? onPress : undefined}>
        {icon}
        <span
          className={
            counts
              ? '@max-[400px]:sr-only'
              : '@max-[640px]:sr-only @min-[960px]/gallery:@max-[1100px]/gallery:sr-only'
          }
        >
          {label}
        </span>
      </Button>
    </Tooltip>
  )
}
