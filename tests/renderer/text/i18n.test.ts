import { expect, test } from 'vitest'
import { createText } from '../../../renderer/text/i18n'

const { t } = createText()
const name = (prompt: string) => t('gallery.tile', { prompt, index: 1, of: 4, state: 'saved' })

test('keeps a prompt that runs from right to left whole in the sentence around it', () => {
  expect(name('منارة عند الغروب')).toContain('\u2068منارة عند الغروب\u2069')
})

test('leaves every other prompt as it was written', () => {
  expect(name('A <b>fern</b> & “moss”, 黄昏 🌿')).toContain('A <b>fern</b> & “moss”, 黄昏 🌿')
})
