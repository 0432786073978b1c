import type { Platform } from '@shared/model/app'
import {
  type CopyForm,
  type JobExchange,
  type Meaning,
  type Shell,
  shellSchema,
  shortMaximum,
} from '@shared/model/exchange'
import type { TFunction } from 'i18next'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useApp, useStores } from '../stores/storesContext'
import { localeOf } from '../text/locale'
import { timeText } from '../text/timeText'
import { Button } from '../ui/Button'
import { classNames } from '../ui/classNames'
import { MarkedAnswer, MarkLegend } from './MarkedAnswer'
import { useAct } from './useAct'
import { useErrorText } from './useErrorText'
import { useTranslation } from './useTranslation'

interface ExchangeProps {
  readonly jobId: string
  readonly exchange: JobExchange
  /** Another of its attempts is to be shown. */
  readonly onChoose: (number: number) => void
  /** The user said what a value of the answer is: more may have come. */
  readonly onTaught: () => void
}

/** The shell that a system opens unless told otherwise: it comes first. */
const ownShell: Readonly<Record<Platform, Shell>> = { linux: 'bash', darwin: 'bash', win32: 'powerShell' }

/** A job's attempts, and the request and the answer of one of them. */
export function Exchange({ jobId, exchange, onChoose, onTaught }: ExchangeProps) {
  const { t } = useTranslation()
  const { request, number } = exchange
  const own = ownShell[useApp(({ platform }) => platform)]
  const forms: readonly CopyForm[] = ['json', own, ...shellSchema.options.filter((shell) => shell !== own)]
  return (
    <div className="@container">
      <div
        className={classNames(
          'grid gap-3 @min-[720px]:gap-x-6',
          '@min-[720px]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @min-[720px]:grid-rows-[auto_1fr]',
        )}
      >
        <div className="flex min-w-0 flex-col gap-3">
          <Attempts exchange={exchange} onChoose={onChoose} />
          <Message label={t('sent.request')} message={request}>
            <pre className={textLook}>
              {headText([`${request.method} ${request.url}`], request.headers)}
              {request.text}
            </pre>
          </Message>
        </div>
        <div className="min-w-0 @min-[720px]:row-span-2">
          <AnswerPart jobId={jobId} exchange={exchange} onTaught={onTaught} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {forms.map((form) => (
              <CopyButton key={form} jobId={jobId} number={number} form={form} />
            ))}
          </div>
          <p className="text-faint">
            {t('sent.keyLeftOut')} {t('sent.takeCare')}
          </p>
        </div>
      </div>
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

function AnswerPart({ exchange, ...rest }: Omit<ExchangeProps, 'onChoose'>) {
  const { t } = useTranslation()
  const { answer, polled, attempts, number, mode } = exchange
  if (answer.kind === 'gone') return <p className="text-dim">{t('sent.answerGone')}</p>
  if (answer.kind === 'none') {
    const isOpen = attempts.some((attempt) => attempt.number === number && attempt.outcome === null)
    return <p className="text-dim">{t(isOpen ? 'sent.noAnswerYet' : 'sent.noAnswer')}</p>
  }
  return (
    <div className="flex flex-col gap-3">
      <KeptPart {...rest} number={number} answer={answer} polled={false} />
      {polled && <KeptPart {...rest} number={number} answer={polled} polled />}
      {mode === 'background' && <p className="text-faint">{t(polled ? 'sent.others' : 'sent.later')}</p>}
    </div>
  )
}

type KeptPartProps = Omit<ComponentProps<typeof MarkedAnswer>, 'head' | 'className'>

/** A kept answer with what was understood of it. */
function KeptPart(props: KeptPartProps) {
  const { t } = useTranslation()
  const { status, complete, images, headers, understood, meaning } = props.answer
  const label = t(props.polled ? 'sent.polled' : 'sent.answer', { status })
  return (
    <div>
      <Message label={label} message={props.answer}>
        <p className="text-text">{meaningText(t, meaning)}</p>
        <MarkedAnswer {...props} head={headText([], headers)} className={textLook} />
        <MarkLegend understood={understood} />
        <p className="text-faint">{t('sent.teach.hint')}</p>
      </Message>
      {!complete && <p className="text-dim">{t('sent.broken')}</p>}
      {images > 0 && <p className="text-faint">{t('sent.images', { count: images })}</p>}
    </div>
  )
}

/** In words. An id or an address is the service's, and may be long. */
function meaningText(t: TFunction, meaning: Meaning): string {
  switch (meaning.kind) {
    case 'task': {
      const [taskId, askAt] = [shortened(meaning.taskId), shortened(meaning.askAt)]
      const task = t('sent.meaning.task', { taskId, askAt })
      return meaning.images === 0
        ? task
        : `${task} ${t('sent.meaning.taskImages', { count: meaning.images })}`
    }
    case 'images':
    case 'found':
      return t(`sent.meaning.${meaning.kind}`, { count: meaning.images })
    case 'refusal':
    case 'nothing':
      return t(`sent.meaning.${meaning.kind}`)
  }
}

const shortened = (text: string): string =>
  text.length > shortMaximum ? `${text.slice(0, shortMaximum)}…` : text

const textLook = classNames(
  'selectable max-h-60 overflow-y-auto @min-[720px]:max-h-none',
  'rounded-medium border border-line bg-canvas px-2 py-1 font-mono wrap-anywhere whitespace-pre-wrap text-dim',
)

/** The lines before a body, and the empty one that ends them. */
function headText(first: readonly string[], headers: Readonly<Record<string, string>>): string {
  const lines = [...first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  return `${lines.join('\n')}\n\n`
}

interface MessageProps {
  readonly label: string
  readonly message: Pick<JobExchange['request'], 'bytes' | 'isCut'>
  /** Its text. */
  readonly children: ReactNode
}

function Message({ label, message: { bytes, isCut }, children }: MessageProps) {
  const { t } = useTranslation()
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <h3 className="text-faint">{label}</h3>
      {children}
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
