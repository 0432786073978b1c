import type { LibraryMove } from '@shared/model/libraryMove'
import type { TFunction } from 'i18next'
import { useTranslation } from '../parts/useTranslation'
import { useApp, useStores } from '../stores/storesContext'
import { Button } from '../ui/Button'
import { classNames } from '../ui/classNames'
import { useFocusReturned } from '../ui/useFocusReturned'

/** The move of the library in a few words; pressed, it opens what Settings say about it. */
export function MoveLine() {
  const move = useApp((state) => state.move)
  return move === null ? null : <ShownLine move={move} />
}

function ShownLine({ move }: { readonly move: LibraryMove }) {
  const { t } = useTranslation()
  const { commands } = useStores()
  const ref = useFocusReturned<HTMLDivElement>()
  return (
    <div ref={ref}>
      <Button
        look="ghost"
        className={classNames(move.problem !== null && 'text-warn')}
        onClick={() => commands.run('settings')}
      >
        {moveWords(move, t)}
      </Button>
    </div>
  )
}

function moveWords({ step, paused, problem, images, doneImages }: LibraryMove, t: TFunction): string {
  if (paused) return t('libraryMove.line.paused')
  if (problem !== null) return t('libraryMove.line.waiting')
  return t(`libraryMove.line.${step}`, { percent: Math.floor((100 * doneImages) / Math.max(1, images)) })
}
