import { gallerySortSchema } from '@shared/model/image'
import { ArrowDownUp } from 'lucide-react'
import { useChangePreferences } from '../../../parts/useChangePreferences'
import { useShownKeys } from '../../../parts/useShownKeys'
import { useTranslation } from '../../../parts/useTranslation'
import { useApp, useGallery, useStores } from '../../../stores/storesContext'
import { Menu, MenuChoice, MenuItem, MenuLine, MenuSwitch } from '../../../ui/Menu'

interface SortMenuProps {
  /** One collection is shown, which has an order by hand. */
  readonly isCollection: boolean
}

/** The order of the images, and whether the tries of one prompt are one tile. */
export function SortMenu({ isCollection }: SortMenuProps) {
  const { t } = useTranslation()
  const { commands, gallery, selection } = useStores()
  const keysOf = useShownKeys()
  const offered = gallerySortSchema.options.filter((value) => value !== 'hand' || isCollection)
  const wanted = useGallery((state) => state.sort)
  const sort = offered.includes(wanted) ? wanted : 'new'
  const order = t(`gallery.sort.${sort}`)
  const isStacked = useApp(({ preferences }) => preferences.stackTries)
  const changePreferences = useChangePreferences()
  return (
    <Menu icon={ArrowDownUp} label={t('gallery.sort.shown', { order })} words={order}>
      <MenuChoice
        label={t('gallery.sort.label')}
        value={sort}
        options={offered.map((value) => ({ value, label: t(`gallery.sort.${value}`) }))}
        onChange={(chosen) => {
          selection.clear()
          void gallery.search({ sort: chosen })
        }}
      />
      {/* By hand, each image has a place of its own. */}
      {sort !== 'hand' && (
        <>
          <MenuLine />
          <MenuSwitch
            checked={isStacked}
            onChange={(stackTries) => {
              selection.clear()
              changePreferences({ stackTries })
            }}
          >
            {t('gallery.tries.switch')}
          </MenuSwitch>
        </>
      )}
      <MenuLine />
      <MenuItem keys={keysOf('Mod+G')} onSelect={() => commands.run('goToDate')}>
        {t('gallery.goToDate.item')}
      </MenuItem>
    </Menu>
  )
}
