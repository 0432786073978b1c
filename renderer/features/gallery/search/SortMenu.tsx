import { gallerySortSchema } from '@shared/model/image'
import { ArrowDownUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useGallery, useStores } from '../../../stores/storesContext'
import { Menu, MenuChoice } from '../../../ui/Menu'

/** The order of the images. */
export function SortMenu() {
  const { t } = useTranslation()
  const { gallery, selection } = useStores()
  const sort = useGallery((state) => state.sort)
  const order = t(`gallery.sort.${sort}`)
  return (
    <Menu icon={ArrowDownUp} label={t('gallery.sort.shown', { order })} words={order}>
      <MenuChoice
        label={t('gallery.sort.label')}
        value={sort}
        options={gallerySortSchema.options.map((value) => ({ value, label: t(`gallery.sort.${value}`) }))}
        onChange={(wanted) => {
          selection.clear()
          void gallery.search({ sort: wanted })
        }}
      />
    </Menu>
  )
}
