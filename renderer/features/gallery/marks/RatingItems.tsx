import { ratingMaximum } from '@shared/model/imageMarks'
import { useTranslation } from '../../../parts/useTranslation'
import { MenuChoice, SubMenu } from '../../../ui/Menu'

interface RatingItemsProps {
  /** Stars. */
  readonly rating: number
  readonly onRate: (rating: number) => void
}

/** The stars of an image, as a menu in its menu. */
export function RatingItems({ rating, onRate }: RatingItemsProps) {
  const { t } = useTranslation()
  const options = Array.from({ length: ratingMaximum + 1 }, (_, stars) => ({
    value: String(stars),
    label: stars === 0 ? t('gallery.marks.noStars') : t('gallery.marks.stars', { count: stars }),
    note: String(stars),
  }))
  return (
    <SubMenu label={t('gallery.marks.rating')}>
      <MenuChoice
        label={t('gallery.marks.rating')}
        value={String(rating)}
        options={options}
        onChange={(stars) => onRate(Number(stars))}
      />
    </SubMenu>
  )
}
