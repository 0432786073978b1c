import { type AppError, appError } from '@shared/errors'
import type { SendGate } from '@shared/model/sendGate'
import type { TFunction } from 'i18next'
import type { ErrorText } from './errorText'

interface GateWords {
  readonly t: TFunction
  readonly errorText: (error: AppError) => ErrorText
  /** The connection's name. */
  readonly name: string
}

/** Why nothing is sent, in the one sentence that is used everywhere but in rows below a banner; null while nothing is in the way. */
export function gateWords(gate: SendGate, { t, errorText, name }: GateWords): string | null {
  switch (gate.kind) {
    case 'open':
      return null
    case 'removed':
    case 'connectionPaused':
      return t(`sendGate.${gate.kind}`, { name })
    case 'computer':
    case 'held':
    case 'unreached':
      return t(`sendGate.${gate.kind}`, { cause: errorText(gate.error).cause })
    case 'quiet':
      return t('sendGate.quiet', { cause: errorText(appError('rateLimited')).cause })
    case 'undelivered':
      return t('sendGate.undelivered', { name, images: gate.images, megabytes: gate.megabytes })
    case 'pastCap':
      return t('sendGate.pastCap', { cap: gate.cap })
    case 'paused':
    case 'batchPaused':
    case 'cancelling':
    case 'asked':
    case 'asleep':
    case 'resting':
    case 'priceless':
      return t(`sendGate.${gate.kind}`)
  }
}

/** Whether a banner says why, so that rows don't. */
export const isSaidAbove = (
  gate: SendGate,
): gate is Extract<SendGate, { readonly kind: 'computer' | 'held' | 'unreached' }> =>
  gate.kind === 'computer' || gate.kind === 'held' || gate.kind === 'unreached'
