import type { AppError } from '@shared/errors'
import type { ConnectionTest } from '@shared/model/connection'
import { ErrorDetails } from '../../parts/ErrorDetails'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { Disclosure } from '../../ui/Disclosure'

interface ConnectionAnswerProps {
  readonly test: ConnectionTest | null
  /** Why it was neither tested nor saved. */
  readonly failure: AppError | null
}

/** The result of the test, without claiming more than the test can know. */
export function ConnectionAnswer({ test, failure }: ConnectionAnswerProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const failedTest = test === null || test.outcome === 'reached' ? null : test
  const error = failure ?? failedTest?.error ?? null

  return (
    <div role="status" className="selectable text-small text-dim">
      {test === null && failure === null && t('connection.testFree')}
      {test !== null && (
        <p className={test.outcome === 'reached' ? 'text-text' : 'text-bad'}>
          {t(`connection.outcomes.${test.outcome}`)}
        </p>
      )}
      {failure !== null && <p className="text-bad">{t('connection.saveFailed')}</p>}
      {error !== null && (
        <p>
          {errorText(error).cause}{' '}
          {failedTest === null ? errorText(error).next : t(`connection.outcomesNext.${failedTest.outcome}`)}
        </p>
      )}
      {error !== null && error.detail !== null && (
        <Disclosure label={t('frame.details')}>
          <div className="pt-1 pl-4">
            <ErrorDetails error={error} />
          </div>
        </Disclosure>
      )}
    </div>
  )
}
