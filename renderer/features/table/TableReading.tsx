import type { OpenTable } from '@shared/model/table'
import type { TFunction } from 'i18next'
import { useOpenTable } from '../../parts/useOpenTable'
import { useTranslation } from '../../parts/useTranslation'
import { encodingName } from '../../text/encodingName'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Disclosure } from '../../ui/Disclosure'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'

/** How the file became rows: its encoding and the line of its column names, where there is a choice. */
export function TableReading({ table }: { readonly table: OpenTable }) {
  const { t } = useTranslation()
  const { readAs } = useOpenTable()
  const { layout, reading, stage } = table
  const { encodings, unsure, header, firstRows } = reading
  const summary = summaryOf(table, t)
  if (summary === '' || stage === 'queueing') return null
  const encoding = encodings.find((one) => one.encoding === layout.encoding)

  return (
    <>
      {unsure && (
        <Banner
          level="warning"
          cause={t('table.reading.cause')}
          next={t('table.reading.next')}
          actions={
            encoding !== undefined && (
              <Button onClick={() => readAs({ encoding: encoding.encoding, header: null })}>
                {t('table.reading.confirm')}
              </Button>
            )
          }
        />
      )}
      <div data-table-reading className="px-6 pt-2 text-small">
        <Disclosure label={summary} forced={unsure} initiallyOpen={unsure}>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(240px,1fr))] items-start gap-x-3 gap-y-2 pt-2 text-base">
            {encodings.length > 0 && (
              <Field label={t('table.reading.encoding')}>
                {(wiring) => (
                  <Select
                    {...wiring}
                    value={layout.encoding}
                    options={encodings.map((one) => ({
                      value: one.encoding,
                      label: t('table.reading.choice', {
                        encoding: encodingName(one.encoding, t),
                        lines: one.lines.join(' / '),
                      }),
                    }))}
                    onChange={(value) => {
                      const chosen = encodings.find((one) => one.encoding === value)
                      if (chosen !== undefined) readAs({ encoding: chosen.encoding, header: null })
                    }}
                  />
                )}
              </Field>
            )}
            {header !== null && firstRows.length > 0 && (
              <Field label={t('table.reading.header')}>
                {(wiring) => (
                  <Select
                    {...wiring}
                    value={String(header)}
                    options={[
                      ...firstRows.map(({ line, text }) => ({
                        value: String(line),
                        label: t('table.reading.headerLine', { line, text }),
                      })),
                      { value: '0', label: t('table.reading.noHeader'), apart: true },
                    ]}
                    onChange={(value) => readAs({ encoding: null, header: Number(value) })}
                  />
                )}
              </Field>
            )}
          </div>
        </Disclosure>
      </div>
    </>
  )
}

function summaryOf({ layout, reading }: OpenTable, t: TFunction): string {
  const { encodings, header, firstRows } = reading
  const parts =
    encodings.length === 0 ? [] : [t('table.reading.readAs', { encoding: encodingName(layout.encoding, t) })]
  if (header !== null && firstRows.length > 0) parts.push(headerWords(reading, header, t))
  return parts.join(' · ')
}

function headerWords({ firstRows }: OpenTable['reading'], header: number, t: TFunction): string {
  if (header === 0) return t('table.reading.noNames')
  const above = firstRows.filter(({ line }) => line < header).length
  return above === 0
    ? t('table.reading.namesIn', { line: header })
    : t('table.reading.namesBelow', { line: header, count: above })
}
