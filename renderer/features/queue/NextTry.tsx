import { useTranslation } from '../../parts/useTranslation'
import { localeOf } from '../../text/locale'
import { useNow } from './ticker'
import { clockTime } from './times'

/** When it is retried automatically; nothing once that time has come. */
export function NextTry({ at }: { readonly at: number }) {
  const { t, i18n } = useTranslation()
  const left = at - useNow()
  if (left <= 0) return null
  return left < 90_000
    ? t('queue.triesAgainIn', { count: Math.ceil(left / 1000) })
    : t('queue.triesAgainAt', { time: clockTime(at, localeOf(i18n.language)) })
}
