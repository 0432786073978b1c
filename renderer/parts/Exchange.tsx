import type { Platform } from '@shared/model/app'
import { type CopyForm, type JobExchange, type Shell, shellSchema } from '@shared/model/exchange'
import { useState } from 'react'
import { useApp, useStores } from '../stores/storesContext'
import { localeOf } from '../text/locale'
import { timeText } from '../text/timeText'
import { Button } from '../ui/Button'
import { useAct } from './useAct'
import { useErrorText } from './useErrorText'
import { useTranslation } from './useTranslation'

interface ExchangeProps {
  readonly jobId: string
  readonly exchange: JobExchange
  /** Another of its attempts is to be shown. */
  readonly onChoose: (number: number) => void
}

/** The shell that a system opens unless told otherwise: it comes first. */
const ownShell: Readonly<Record<Platform, Shell>> = { linux: 'bash', darwin: 'bash', win32: 'powerShell' }

/** A job's attempts, and the request and the answer of one of them. */
export function Exchange({ jobId, exchange, onChoose }: ExchangeProps) {
  const { t } = useTranslation()
  const { request, number } = exchange
  const own = ownShell[useApp(({ platform }) => platform)]
  const forms: readonly CopyForm[] = ['json', own, ...shellSchema.options.filter((shell) => shell !== own)]
  return (
    <div className="flex flex-col gap-3">
      <Attempts exchange={exchange} onChoose={onChoose} />
      <Message label={t('sent.request')} first={[`${request.method} ${request.url}`]} message={request} />
      <AnswerPart exchange={exchange} />
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {forms.map((form) => (
          <CopyButton key={form} jobId={jobId} number={number} form={form} />
        ))}
      </div>
      <p className="text-faint">
        {t('sent.keyLeftOut')} {t('sent.takeCare')}
      </p>
    </div>
  )
}

function Attempts({ exchange, onChoose }: Pick<ExchangeProps, 'exchange' | 'onChoose'>) {
  const { t, i18n } = useTranslation()
  const errorText = useErrorText()
  const { attempts, attemptCount, number: shown } = exchange
  const locale = localeOf(i18n.language)
  const label = t('sent.attempts', { count: attemptCount })
  return (
    <section aria-label={label}>
      <h3 className="text-faint">{label}</h3>
      <ul className="flex max-h-40 flex-col overflow-y-auto">
        {attempts.map(({ number, startedAt, outcome, error }) => {
          const end = t(`sent.end.${outcome ?? 'open'}`)
          const time = timeText(startedAt, locale, { dateStyle: 'medium', timeStyle: 'medium' })
          const text = t('sent.attempt', { number, time, end })
          return (
            <li key={number} className="flex flex-wrap gap-x-3">
              {attemptCount === 1 ? (
                <span className="text-dim">{text}</span>
              ) : (
                <Button
                  look="link"
                  aria-current={number === shown}
                  className="aria-[current=true]:font-medium"
                  onClick={() => onChoose(number)}
                >
                  {text}
                </Button>
              )}
              {error !== null && <span className="text-faint">{errorText(error).cause}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function AnswerPart({ exchange }: Pick<ExchangeProps, 'exchange'>) {
  const { t } = useTranslation()
  const { answer, attempts, number, mode } = exchange
  if (answer.kind === 'gone') return <p className="text-dim">{t('sent.answerGone')}</p>
  if (answer.kind === 'none') {
    const isOpen = attempts.some((attempt) => attempt.number === number && attempt.outcome === null)
    return <p className="text-dim">{t(isOpen ? 'sent.noAnswerYet' : 'sent.noAnswer')}</p>
  }
  const { status, complete, images } = answer
  return (
    <div>
      <Message label={t('sent.answer', { status })} first={[]} message={answer} />
      {!complete && <p className="text-dim">{t('sent.broken')}</p>}
      {images > 0 && <p className="text-faint">{t('sent.images', { count: images })}</p>}
      {mode === 'background' && <p className="text-faint">{t('sent.later')}</p>}
    </div>
  )
}

interface MessageProps {
  readonly label: string
  /** Lines before its headers. */
  readonly first: readonly string[]
  readonly message: Pick<JobExchange['request'], 'headers' | 'text' | 'bytes' | 'isCut'>
}

function Message({ label, first, message }: MessageProps) {
  const { t } = useTranslation()
  const { headers, text, bytes, isCut } = message
  const lines = [...first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', text]
  return (
    <section aria-label={label}>
      <h3 className="text-faint">{label}</h3>
      <pre className="selectable max-h-60 overflow-y-auto rounded-medium border border-line bg-canvas px-2 py-1 font-mono wrap-anywhere whitespace-pre-wrap text-dim">
        {lines.join('\n')}
      </pre>
      {isCut && <p className="text-faint">{t('sent.cut', { bytes })}</p>}
    </section>
  )
}

function CopyButton({
  jobId: id,
  number,
  form,
}: Pick<ExchangeProps, 'jobId'> & { readonly number: number; readonly form: CopyForm }) {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  const [copied, setCopied] = useState(false)
  // By the main process, which has all of it.
  const copy = () => client.call('jobs.copyExchange', { id, number, form }).then(() => setCopied(true))
  return (
    <Button look="link" onClick={() => void act(copy)}>
      {t(`sent.${copied ? 'copied' : 'copy'}.${form}`)}
    </Button>
  )
}
