import type { RouteInput } from '@shared/ipc/contract'
import type { Fold } from '@shared/model/jobSet'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useAct } from '../../parts/useAct'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { type Verb, VerbButtons, VerbItems } from '../../parts/Verbs'
import { useConnection, useStores } from '../../stores/storesContext'
import { mayCostWords } from '../../text/costWords'
import { localeOf } from '../../text/locale'
import { actionsOf, choiceOf } from './choice'
import { JobRow } from './JobRow'
import { type FactWords, jobFact, unansweredWords, uncertainCause } from './jobFact'
import { jobTitle } from './jobTitle'
import type { FoldedJobs } from './queueRows'
import { RowMenu } from './RowMenu'
import { RowShell, type RowWords } from './RowShell'
import { bulkActions, useBulkAct } from './useBulkAct'
import { allowing } from './useJobAct'
import { isPromptTheCause } from './useJobVerbs'

interface FoldRowProps {
  readonly row: FoldedJobs
  readonly warn: boolean
}

/** Of what can be done with those that need the user, this many are in sight; the rest is in the row's menu. */
const shownVerbs = 2

/** Several jobs with the same message, as one line that opens. */
export function FoldRow({ row, warn }: FoldRowProps) {
  const { t, i18n } = useTranslation()
  const errorText = useErrorText()
  const [opened, setOpened] = useState(false)
  const { fold, first, jobs } = row
  const connection = useConnection(first.connectionId)
  // Of those that aren't listed nobody knows here which model they asked for.
  const mayCost = jobs.length < fold.count ? null : mayCostWords(jobs, connection, t)
  const words = foldWords(row, { t, errorText, locale: localeOf(i18n.language), mayCost })
  const verbs = useFoldVerbs(row, { opened, onToggle: () => setOpened(!opened) })
  const inSight = warn ? verbs.slice(0, shownVerbs) : verbs

  return (
    <>
      <RowShell
        {...words}
        warn={warn}
        batchId={first.batchId}
        menu={<VerbItems verbs={verbs} />}
        actions={<VerbButtons verbs={inSight} />}
        {...(warn
          ? {
              aside: (
                <RowMenu name={words.whole ?? words.title}>
                  <VerbItems verbs={verbs.slice(shownVerbs)} />
                </RowMenu>
              ),
            }
          : {})}
      />
      {opened && jobs.map((job) => <JobRow key={job.id} job={job} warn={warn} />)}
    </>
  )
}

function useFoldVerbs(
  row: FoldedJobs,
  { opened, onToggle }: { readonly opened: boolean; readonly onToggle: () => void },
): readonly Verb[] {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  const bulkAct = useBulkAct()
  const { fold, first } = row
  const actions = actionsOf(row)
  /** One for all of them. */
  const actOnFirst = (input: RouteInput<'jobs.act'>) => void act(() => client.call('jobs.act', input))
  const show = {
    key: 'show',
    label: t(opened ? 'queue.fold.hide' : 'queue.fold.show'),
    expanded: opened,
    run: onToggle,
  }
  // Each is edited by itself.
  const isShownFirst = isPromptTheCause(first)
  return [
    ...(isShownFirst ? [show] : []),
    ...(actions.includes('allowTaskOrigin')
      ? [
          {
            key: 'allow',
            label: t('queue.action.allowTaskOrigin'),
            run: () => actOnFirst(allowing(first)),
          },
        ]
      : []),
    ...bulkActions
      .filter((action) => actions.includes(action))
      .map((action) => ({
        key: action,
        label: t(`queue.bulk.${action}`, { count: fold.count }),
        run: () => bulkAct(choiceOf([row], action), action),
      })),
    ...(actions.includes('openServicePage')
      ? [
          {
            key: 'page',
            label: t('queue.action.openServicePage'),
            run: () => actOnFirst({ ids: [first.id], action: 'openServicePage' }),
          },
        ]
      : []),
    ...(isShownFirst ? [] : [show]),
  ]
}

/** The text of the one line for several jobs. */
function foldWords({ fold, first }: FoldedJobs, words: FactWords): RowWords {
  const { t, errorText } = words
  const { title, whole } = jobTitle(first, t)
  const { count } = fold
  switch (fold.jobs.set) {
    case 'running':
      return { title: whole, count: moreWords(fold, t), fact: t('queue.fold.running', { count }) }
    case 'stopped':
      return { title: whole, count: moreWords(fold, t), fact: t('queue.fold.stopped', { count }) }
    case 'failed': {
      const { text, next, tone } = jobFact(first, words)
      return { title: whole, count: t('queue.fold.failed', { count }), fact: text, next, tone }
    }
    case 'needsYou': {
      const others = alikeWords(fold, t)
      const unanswered = unansweredWords(uncertainCause(first, words), words, count)
      return {
        title,
        whole: `${whole} ${others}`,
        count: others,
        ...(first.attention === null
          ? { fact: unanswered.text, next: unanswered.next }
          : {
              fact: errorText(first.attention).cause,
              // Its one action gives the key away.
              next: first.attention.code === 'taskAskedElsewhere' ? errorText(first.attention).next : '',
            }),
      }
    }
  }
}

const moreWords = ({ count }: Fold, t: TFunction): string => t('batches.more', { count: count - 1 })

const alikeWords = ({ count }: Fold, t: TFunction): string => t('queue.fold.alike', { count: count - 1 })
