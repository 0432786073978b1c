import { expect, test } from 'vitest'
import { hanForms } from '../../../renderer/text/hanForms'

test.each([
  [['en-GB'], 'hans'],
  [['en-US', 'ja', 'zh-CN'], 'ja'],
  [['ko-KR', 'en'], 'ko'],
  [['zh-CN'], 'hans'],
  [['zh-Hans-SG'], 'hans'],
  [['zh-TW'], 'hant'],
  [['zh-Hant-HK', 'ja'], 'hant'],
  [[], 'hans'],
])('shared characters for a user who reads %j are drawn as %s', (languages, forms) => {
  expect(hanForms(languages)).toBe(forms)
})
