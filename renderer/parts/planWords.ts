import type { Connection } from '@shared/model/connection'
import { mergedExtra } from '@shared/model/extraFields'
import type { SendGate } from '@shared/model/sendGate'
import type { TFunction } from 'i18next'
import { costOfDraft, type DraftCheck } from '../stores/draftCheck'
import { costWords } from '../text/costWords'
import type { WordError } from '../text/errorText'
import { extraWords } from '../text/extraWords'
import { gateWords } from '../text/gateWords'

/** Exactly what a draft will send if it is queued now, and what keeps that from being sent at once. */
export function planWords(
  ready: Extract<DraftCheck, { readonly ok: true }>,
  { connection, gate }: { readonly connection: Connection; readonly gate: SendGate },
  { t, errorText }: { readonly t: TFunction; readonly errorText: WordError },
): string {
  const { draft, requests, images } = ready
  const { name, kind } = connection
  const extra = mergedExtra(connection.extra[draft.mode], draft.extra)
  const counted = t('compose.requests', { count: requests })
  const plan = t('compose.willSend', {
    requests:
      extra.length > 0
        ? t('compose.requestsWith', { requests: counted, fields: extraWords(extra, t) })
        : counted,
    images: t('compose.imageCount', { count: images }),
    cost: costWords(costOfDraft(ready, connection), t, { demo: kind === 'demo' }),
    name,
  })
  const reason = gateWords(gate, { t, errorText, name })
  return reason === null ? plan : t('compose.willWait', { plan, reason })
}
