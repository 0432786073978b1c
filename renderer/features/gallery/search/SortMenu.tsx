import { gallerySortSchema } from '@shared/model/image'
import { ArrowDownUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useGallery, useStores } from '../../../stores/storesContext'
import { Menu, MenuChoice } from '../../../ui/Menu'

interface SortMenuProps {
  /** One collection is shown, which has an order by hand. */
  readonly isCollection: boolean
}

/** The order of the images. */
export function SortMenu({ isCollection }: SortMenuProps) {
  const { t } = useTranslation()
  const { gallery, selection } = useStores()
  const offered = gallerySortSchema.options.filter((value) => value !== 'hand' || isCollection)
  const wanted = useGallery((state) => state.sort)
  const sort = offered.includes(wanted) ? wanted : 'new'
  const order = t(`gallery.sort.${sort}`)
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
    </Menu>
  )
}
