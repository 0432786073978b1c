import { sentExtra } from '@shared/model/draft'
import type { ImageDetails } from '@shared/model/image'
import type { ImageCost } from '@shared/model/imageCost'
import { useTranslation } from 'react-i18next'
import { imageCostWords } from '../../text/costWords'
import { localeOf } from '../../text/locale'

interface Fact {
  readonly label: string
  readonly value: string
  /** Long text: several lines, at body size. */
  readonly prose?: boolean
  /** A name or number to be copied exactly. */
  readonly verbatim?: boolean
}

/** Two columns where there is room: what was requested, and what came. */
export function DetailsFacts({
  details,
  cost,
}: {
  readonly details: ImageDetails
  readonly cost: ImageCost | null
}) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-x-6 gap-y-4 @min-[440px]:grid-cols-2 @min-[880px]:grid-cols-1">
      <FactList title={t('gallery.details.asked')} facts={useAsked(details)} />
      <FactList title={t('gallery.details.got')} facts={useGot(details, cost)} />
    </div>
  )
}

function useAsked({ asked, connectionName }: ImageDetails): readonly Fact[] {
  const { t } = useTranslation()
  const extra = sentExtra(asked)
  return [
    { label: t('gallery.details.prompt'), value: asked.prompt, prose: true },
    { label: t('gallery.details.model'), value: asked.model },
    { label: t('gallery.details.size'), value: asked.size ?? t('gallery.details.sizeOpen') },
    { label: t('gallery.details.mode'), value: t(`gallery.details.${asked.mode}`) },
    ...(asked.image === undefined
      ? []
      : [{ label: t('gallery.details.references'), value: asked.image.join('\n'), verbatim: true }]),
    ...(extra.length === 0
      ? []
      : [
          {
            label: t('gallery.details.extra'),
            value: extra.map((field) => t('extraFields.field', field)).join('\n'),
            verbatim: true,
          },
        ]),
    { label: t('gallery.details.connection'), value: connectionName },
  ]
}

function useGot(details: ImageDetails, cost: ImageCost | null): readonly Fact[] {
  const { t, i18n } = useTranslation()
  const locale = localeOf(i18n.language)
  const { asked, revisedPrompt, width, height, index, of, tookMs, createdAt, file, format, bytes, taskId } =
    details
  const revised = revisedPrompt === null || revisedPrompt === asked.prompt ? null : revisedPrompt
  return [
    {
      label: t('gallery.details.prompt'),
      value: revised ?? t('gallery.details.samePrompt'),
      prose: revised !== null,
    },
    { label: t('gallery.details.size'), value: t('gallery.details.pixels', { width, height }) },
    ...(of > 1
      ? [{ label: t('gallery.details.image'), value: t('gallery.details.imageOf', { index: index + 1, of }) }]
      : []),
    ...(cost === null ? [] : [{ label: t('gallery.details.cost'), value: imageCostWords(cost, t) }]),
    {
      label: t('gallery.details.saved'),
      value: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(createdAt),
    },
    {
      label: t('gallery.details.tookLabel'),
      value:
        tookMs === null
          ? t('gallery.details.unknown')
          : t('gallery.details.took', { seconds: Math.round(tookMs / 1000) }),
    },
    {
      label: t('gallery.details.format'),
      value: t('gallery.details.formatAndSize', {
        format: format.toUpperCase(),
        size: fileSize(bytes, locale),
      }),
    },
    { label: t('gallery.details.file'), value: file, verbatim: true },
    ...(taskId === null ? [] : [{ label: t('gallery.details.task'), value: taskId, verbatim: true }]),
  ]
}

function FactList({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <div className="min-w-0">
      <h2 className="mb-1 text-small font-medium text-dim">{title}</h2>
      <dl className="selectable grid grid-cols-[72px_1fr] gap-x-3 gap-y-1">
        {facts.map(({ label, value, prose, verbatim }) => (
          <div key={label} className="contents">
            <dt className="text-small leading-5 text-faint">{label}</dt>
            <dd
              dir={prose ? 'auto' : undefined}
              className={
                prose
                  ? 'max-h-40 overflow-y-auto break-words whitespace-pre-line'
                  : verbatim
                    ? 'text-small leading-5 wrap-anywhere whitespace-pre-line'
                    : 'break-words'
              }
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function fileSize(bytes: number, locale: string): string {
  const mega = bytes >= 1_000_000
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: mega ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: mega ? 1 : 0,
  }).format(bytes / (mega ? 1_000_000 : 1000))
}
