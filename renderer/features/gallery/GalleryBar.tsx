import { tileSizeMaximum, tileSizeMinimum } from '@shared/model/preferences'
import { Columns2, Download, LayoutGrid, PanelLeft, Rows3, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BatchChip } from '../../parts/BatchChip'
import { useChangePreferences } from '../../parts/useChangePreferences'
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
import type { TileSize } from './useTileSize'

interface GalleryBarProps {
  readonly tileSize: TileSize
  readonly sidebar: Pick<SidebarState, 'isShown' | 'show' | 'buttonRef'>
}

/** Search, layout, and what can be done with the selection. */
export function GalleryBar({ tileSize, sidebar }: GalleryBarProps) {
  const changePreferences = useChangePreferences()
  const { t } = useTranslation()
  const { commands } = useStores()
  const layout = useApp(({ preferences }) => preferences.galleryLayout)
  const selected = useSelection(countOf)
  const shown = useShownCollection()
  const other = layout === 'rows' ? 'grid' : 'rows'

  return (
    <div className="flex h-13 shrink-0 items-center gap-1 px-4">
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
      <BatchChip className="ml-1 shrink-0 @max-[760px]:max-w-40" />
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
        className="w-14 @max-[600px]:hidden"
        onChange={tileSize.change}
      />
      <SelectionButton
        icon={<Columns2 size={16} strokeWidth={1.75} aria-hidden />}
        label={t('gallery.compare.title')}
        missing={isComparable(selected) ? null : t('gallery.compare.select')}
        onPress={() => commands.run('compare')}
      />
      <SelectionButton
        icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
        label={t('gallery.delete')}
        missing={selected > 0 ? null : t('gallery.selectFirst')}
        onPress={() => commands.run('delete')}
      />
      <SelectionButton
        icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
        label={selected > 0 ? t('gallery.exportCount', { count: selected }) : t('gallery.exportButton')}
        missing={selected > 0 ? null : t('gallery.selectFirst')}
        onPress={() => commands.run('export')}
      />
    </div>
  )
}

interface SelectionButtonProps {
  readonly icon: ReactNode
  readonly label: string
  /** What is to be selected first; null if nothing is missing. */
  readonly missing: string | null
  readonly onPress: () => void
}

/** Acts on the selection. */
function SelectionButton({ icon, label, missing, onPress }: SelectionButtonProps) {
  const button = (
    <Button look="ghost" unavailable={missing !== null} onClick={missing === null ? onPress : undefined}>
      {icon}
      <span className="@max-[760px]:sr-only">{label}</span>
    </Button>
  )
  return missing === null ? button : <Tooltip text={missing}>{button}</Tooltip>
}
