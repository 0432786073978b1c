import type { Unbrought } from '@shared/model/bringing'
import { useTranslation } from '../../parts/useTranslation'

/** Each file with its reason; of very many, the first. */
export function UnbroughtFiles({ files: { count, named } }: { readonly files: Unbrought }) {
  const { t } = useTranslation()
  if (named.length === 0) return null
  return (
    <section
      aria-label={t('bringing.files')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      className="max-h-32 overflow-y-auto text-small text-dim"
    >
      <ul>
        {named.map(({ name, problem }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two folders may each have a file of this name
          <li key={at} className="break-words">
            {t('bringing.file', { name, problem: t(`bringing.problem.${problem}`) })}
          </li>
        ))}
        {count > named.length && <li>{t('bringing.more', { count: count - named.length })}</li>}
      </ul>
    </section>
  )
}
