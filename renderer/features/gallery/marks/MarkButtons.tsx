import { type ImageMarks, type MarkChange, ratingMaximum } from '@shared/model/imageMarks'
import { Ban, Check, Heart, Star } from 'lucide-react'
import { useTranslation } from '../../../parts/useTranslation'
import { classNames } from '../../../ui/classNames'
import { IconButton } from '../../../ui/IconButton'

interface MarkButtonsProps {
  readonly marks: ImageMarks
  readonly onMark: (change: MarkChange) => void
}

/** The marks of one image, as buttons: a press on the mark that it has takes it away. */
export function MarkButtons({ marks: { flag, rating, favourite }, onMark }: MarkButtonsProps) {
  const { t } = useTranslation()
  const toggle = (wanted: 'kept' | 'rejected') => onMark({ flag: flag === wanted ? null : wanted })
  return (
    <div className="flex items-center">
      <IconButton
        icon={Check}
        label={t('gallery.marks.keep')}
        aria-pressed={flag === 'kept'}
        className="aria-pressed:text-ok"
        onClick={() => toggle('kept')}
      />
      <IconButton
        icon={Ban}
        label={t('gallery.marks.reject')}
        aria-pressed={flag === 'rejected'}
        className="aria-pressed:text-bad"
        onClick={() => toggle('rejected')}
      />
      <IconButton
        icon={Heart}
        label={t('gallery.marks.favour')}
        aria-pressed={favourite}
        className="aria-pressed:text-text aria-pressed:*:fill-current"
        onClick={() => onMark({ favourite: !favourite })}
      />
      {Array.from({ length: ratingMaximum }, (_, at) => at + 1).map((stars) => (
        <button
          key={stars}
          type="button"
          aria-label={t('gallery.marks.stars', { count: stars })}
          aria-pressed={stars === rating}
          onClick={() => onMark({ rating: stars === rating ? 0 : stars })}
          className={classNames(
            'grid h-7 w-6 place-items-center rounded-medium hover:text-text',
            stars <= rating ? 'text-text' : 'text-faint',
          )}
        >
          <Star size={14} strokeWidth={1.5} fill={stars <= rating ? 'currentColor' : 'none'} aria-hidden />
        </button>
      ))}
    </div>
  )
}
