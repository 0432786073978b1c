import type { AppError } from '@shared/errors'
import type { JobExchange } from '@shared/model/exchange'
import { useEffect, useState } from 'react'
import { appErrorOf } from '../client/failure'
import { useStores } from '../stores/storesContext'
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
  return (
    <Disclosure key={jobId} label={t('sent.title')}>
      <div className="pt-2 text-small">
        <Opened jobId={jobId} moment={moment} />
      </div>
    </Disclosure>
  )
}

function Opened({ jobId, moment }: Required<WhatWasSentProps>) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [number, setNumber] = useState<number | null>(null)
  const answer = useExchange({ jobId, number, moment })
  if (answer === null) return null
  const { exchange, failure } = answer
  if (failure !== null) return <p className="text-bad">{errorText(failure).cause}</p>
  if (exchange === null) return <p className="text-dim">{t('sent.gone')}</p>
  return <Exchange jobId={jobId} exchange={exchange} onChoose={setNumber} />
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
