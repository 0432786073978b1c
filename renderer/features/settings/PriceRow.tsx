import { sizePattern } from '@shared/model/draft'
import { pricePerSchema } from '@shared/model/prices'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { IconButton } from '../../ui/IconButton'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import { CreditsInput } from './CreditsInput'
import { creditsOf, type PriceForm } from './priceForm'

interface PriceRowProps {
  readonly model: string
  readonly price: PriceForm
  /** Marks what can't be saved. */
  readonly showsProblems: boolean
  readonly onChange: (price: PriceForm) => void
  readonly onBlur: () => void
}

/** What a model costs, what that is for, and what differs by size. */
export function PriceRow({ model, price, showsProblems, onChange, onBlur }: PriceRowProps) {
  const { t } = useTranslation()
  const id = useId()
  const { per, sizes } = price
  const change = (patch: Partial<PriceForm>) => onChange({ ...price, ...patch })
  const changeSize = (at: number, patch: Partial<(typeof sizes)[number]>) =>
    change({ sizes: sizes.map((each, place) => (place === at ? { ...each, ...patch } : each)) })
  const wrong = (is: boolean) => (showsProblems && is ? { 'aria-invalid': true as const } : {})

  return (
    <li className="flex flex-col gap-1 py-1 pr-1 pl-2.5">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate" title={model}>
          {model}
        </p>
        <IconButton
          icon={Plus}
          label={t('connection.addSizeOf', { model })}
          onClick={() => change({ sizes: [...sizes, { size: '', price: '' }] })}
        />
      </div>
      <div className="flex items-center gap-2">
        <CreditsInput
          aria-label={t('connection.priceOf', { model })}
          {...wrong(Number.isNaN(creditsOf(price.price)))}
          value={price.price}
          placeholder={t('connection.priceUnknown')}
          className="min-h-7 w-20 py-0.5 text-right tabular-nums"
          onChange={(event) => change({ price: event.currentTarget.value })}
          onBlur={onBlur}
          unit={
            <div className="w-42">
              <span id={`${id}perlabel`} className="sr-only">
                {t('connection.pricePerOf', { model })}
              </span>
              <Select
                id={`${id}per`}
                value={per}
                options={pricePerSchema.options.map((value) => ({
                  value,
                  label: t(`connection.pricePer.${value}`),
                }))}
                onChange={(value) => change({ per: value === 'image' ? 'image' : 'request' })}
              />
            </div>
          }
        />
      </div>
      {sizes.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end, and all of them are controlled
        <div key={at} className="flex items-center gap-2">
          <TextField
            aria-label={t('connection.sizeOf', { model, number: at + 1 })}
            {...wrong(!sizePattern.test(each.size.trim()) && (each.size + each.price).trim() !== '')}
            value={each.size}
            maxLength={20}
            placeholder={t('connection.sizeExample')}
            className="min-h-7 w-24 py-0.5 tabular-nums"
            onChange={(event) => changeSize(at, { size: event.currentTarget.value })}
            onBlur={onBlur}
          />
          <CreditsInput
            aria-label={t('connection.priceOfSize', { model, number: at + 1 })}
            {...wrong(Number.isNaN(creditsOf(each.price)))}
            value={each.price}
            className="min-h-7 w-16 py-0.5 text-right tabular-nums"
            onChange={(event) => changeSize(at, { price: event.currentTarget.value })}
            onBlur={onBlur}
          />
          <IconButton
            icon={X}
            label={t('connection.removeSizeOf', { model, number: at + 1 })}
            onClick={() => change({ sizes: sizes.filter((_, place) => place !== at) })}
          />
        </div>
      ))}
    </li>
  )
}
