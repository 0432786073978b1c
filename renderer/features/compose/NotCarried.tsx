import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button'
import { focusField } from '../../ui/focusField'
import { ReferenceDrop } from './ReferenceDrop'
import type { Compose } from './useCompose'

/**
 * The one line that replaces size and references if a request can't include either. What was entered for them is kept.
 */
export function NotCarried({ compose }: { readonly compose: Compose }) {
  const { t } = useTranslation()
  const { size, image } = compose.draft
  const kept = [
    ...(size === '' ? [] : [t('compose.keptSize', { size })]),
    ...(image.length === 0 ? [] : [t('compose.keptReferences', { count: image.length })]),
  ]
  const toDirect = (): void => {
    flushSync(() => compose.edit({ mode: 'direct' }))
    // The link is gone, so the focus moves on to what it was pressed for.
    focusField(compose.form.current, 'size')
  }

  return (
    <ReferenceDrop compose={compose}>
      {() => (
        <p className="text-small text-faint">
          {kept.length === 0 ? t('compose.notCarried') : t('compose.keptForDirect', { kept })}{' '}
          <Button look="link" onClick={toDirect}>
            {t('compose.switchToDirect')}
          </Button>
        </p>
      )}
    </ReferenceDrop>
  )
}
