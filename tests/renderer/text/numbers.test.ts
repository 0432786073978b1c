import { expect, test } from 'vitest'
import { createText } from '../../../renderer/text/i18n'

test('numbers look as the language writes them, with and without its formats', () => {
  const { t } = createText()
  const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })
  const counts = [...Array(1100).keys(), 12_345, -1, -1234, 0.5, 2.25, 999.5, 1 / 3]
  expect(counts.map((count) => t('money.number', { count }))).toEqual(
    counts.map((count) => plain.format(count)),
  )
  expect(t('table.progress.readingPart', { part: 1 })).toContain('100%')
})
