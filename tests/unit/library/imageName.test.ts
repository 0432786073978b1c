import { describe, expect, test } from 'vitest'
import { newId } from '../../../electron/core/ids'
import { dayFolder, imageName, namedItem, slugOf } from '../../../electron/core/library/imageName'

const jobId = newId(1_772_366_400_000)
const nameOf = (prompt: string, index = 0) => imageName({ words: prompt, jobId, index, format: 'png' })

describe('the name of an image', () => {
  test.each([
    ['A lighthouse, at dusk!', 'a-lighthouse-at-dusk'],
    ['  ../../etc/passwd ', 'etc-passwd'],
    ['C:\\Windows\\system32', 'c-windows-system32'],
    ['what? "quoted" <tags> | pipes *', 'what-quoted-tags-pipes'],
    ['trailing dots...', 'trailing-dots'],
    ['line\nbreak\tand\0nul', 'line-break-and-nul'],
    ['right\u202Eto left', 'right-to-left'],
    ['cafe\u0301', 'café'],
    ['灯台と海', '灯台と海'],
    ['a cat 👩‍🚀 in 🇯🇵', 'a-cat-👩‍🚀-in-🇯🇵'],
    ['???', 'image'],
    ['', 'image'],
  ])('made from %j begins with %j', (prompt, slug) => {
    expect(nameOf(prompt)).toBe(`${slug}-${jobId}-1.png`)
  })

  test('has at most 60 characters of the prompt, and no character is cut', () => {
    expect(slugOf('x'.repeat(500))).toBe('x'.repeat(60))
    const family = '👨‍👩‍👧‍👦'
    expect(slugOf(family.repeat(60)).replaceAll(family, '')).toBe('')
  })

  test.each(['灯台'.repeat(100), '👨‍👩‍👧‍👦'.repeat(100), 'é'.repeat(300)])(
    'fits the smallest name limit of file systems: %s',
    (prompt) => {
      expect(Buffer.byteLength(nameOf(prompt, 998))).toBeLessThanOrEqual(143)
    },
  )

  test('is no reserved device name and does not end in a dot', () => {
    for (const prompt of ['con', 'NUL', 'aux.', 'com1']) {
      expect(nameOf(prompt)).toMatch(/^[a-z0-9]+-[0-9a-z]{26}-1\.png$/)
    }
  })

  test('identifies the item it belongs to', () => {
    for (const prompt of ['a-b-c', '', '灯台', 'ends in 12', jobId])
      expect(namedItem(nameOf(prompt, 3))).toEqual({ jobId, index: 3 })
  })

  test.each(['holiday.png', `${jobId}.png`, `${jobId}-0.png`, `x-${jobId}-1`, '.DS_Store'])(
    'is not %j',
    (name) => {
      expect(namedItem(name)).toBeNull()
    },
  )
})

describe('the folder of an image', () => {
  test('is the local day', () => {
    expect(dayFolder(new Date(2026, 2, 1, 23, 59).getTime())).toBe('2026/2026-03-01')
    expect(dayFolder(new Date(2026, 2, 2, 0, 0).getTime())).toBe('2026/2026-03-02')
  })
})
