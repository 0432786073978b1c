import type { AppError } from '@shared/errors'
import type { JobExchange } from '@shared/model/exchange'
import { useEffect, useState } from 'react'
import { appErrorOf } from '../client/failure'
import { useStores } from '../stores/storesContext'
import { Button } from '../ui/Button'
import { Disclosure } from '../ui/Disclosure'
import { Exchange } from './Exchange'
import { useErrorText } from './useErrorText'
import { useTranslation } from './useTranslation'

interface WhatWasSentProps {
  readonly jobId: string
  /** Changes when more may have come. */
  readonly moment?: string
}

/** The very request of a job and the service's own answer, to read and copy. Read only once it is opened. */
export function WhatWasSent({ jobId, moment = '' }: WhatWasSentProps) {
  const { t } = useTranslation()
  const { dialogs } = useStores()
  return (
    <Disclosure key={jobId} label={t('sent.title')}>
      <div className="pt-2 text-small">
        <Button look="link" className="mb-3" onClick={() => dialogs.show({ kind: 'exchange', jobId })}>
          {t('sent.openWide')}
        </Button>
        <KeptExchange jobId={jobId} moment={moment} onTaught={() => {}} />
      </div>
    </Disclosure>
  )
}

interface KeptExchangeProps extends WhatWasSentProps {
  /** The user said what a value of the answer is. */
  readonly onTaught: () => void
}

/** What is kept of it, which is read again once the user has said something about it. */
export function KeptExchange({ jobId, moment = '', onTaught }: KeptExchangeProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [number, setNumber] = useState<number | null>(null)
  const [lessons, setLessons] = useState(0)
  const answer = useExchange({ jobId, number, moment: `${moment} ${lessons}` })
  if (answer === null) return null
  const { exchange, failure } = answer
  if (failure !== null) return <p className="text-bad">{errorText(failure).cause}</p>
  if (exchange === null) return <p className="text-dim">{t('sent.gone')}</p>
  return (
    <Exchange
      jobId={jobId}
      exchange={exchange}
      onChoose={setNumber}
      onTaught={() => {
        setLessons(lessons + 1)
        onTaught()
      }}
    />
  )
}

interface Answer {
  /** Null if nothing is kept. */
  readonly exchange: JobExchange | null
  readonly failure: AppError | null
}

/** Null until it was read; what was read before stays until then. */
function useExchange(wanted: Required<WhatWasSentProps> & { readonly number: number | null }): Answer | null {
  const { jobId: id, number, moment } = wanted
  const { client } = useStores()
  const [answer, setAnswer] = useState<Answer | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each moment is read again
  useEffect(() => {
    let dropped = false
    client.call('jobs.exchange', { id, number }).then(
      (exchange) => !dropped && setAnswer({ exchange, failure: null }),
      (thrown: unknown) => !dropped && setAnswer({ exchange: null, failure: appErrorOf(thrown) }),
    )
    return () => {
      dropped = true
    }
  }, [client, id, number, moment])
  return answer
}
