import { mergedExtra } from '@shared/model/extraFields'
import { Fragment } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { openingOf } from '../../text/extraWords'
import { Button } from '../../ui/Button'
import type { Compose } from './useCompose'

/** The extra fields that the requests include, those of the connection too, and the way to change them. */
export function ExtraFieldsLine({ compose }: { readonly compose: Compose }) {
  const { t } = useTranslation()
  const { dialogs } = useStores()
  const { connection, draft } = compose
  const problem = compose.problem('extra')
  const fields = mergedExtra(connection.extra[draft.mode], draft.extra).filter(
    ({ name }) => name.trim() !== '',
  )
  const { shown, more } = openingOf(fields, t)

  return (
    <div data-field="extra" className="min-w-0 text-small text-dim">
      <p className="wrap-anywhere">
        {shown.map(({ name, value }, at) => (
          <Fragment key={name}>
            {at > 0 && ', '}
            <bdi>{name}</bdi> <bdi className="font-semibold text-text">{value}</bdi>
          </Fragment>
        ))}
        {more > 0 && `, ${t('extraFields.more', { count: more })}`}
        {shown.length > 0 && ' '}
        <Button
          look="link"
          className={shown.length > 0 ? 'ml-1' : ''}
          onClick={() => dialogs.show({ kind: 'extraFields' })}
        >
          {t('compose.extra')}
        </Button>
      </p>
      {problem !== null && <p className="text-bad">{problem}</p>}
    </div>
  )
}
