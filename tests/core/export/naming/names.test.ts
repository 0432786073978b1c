import { type NameProblem, nameTokens, readNameTemplate } from '@shared/model/exportNames'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createGivenNames,
  type FolderEntry,
  type GivenName,
  type GivenNames,
} from '../../../../electron/core/export/naming/givenNames'
import { foldedName } from '../../../../electron/core/export/naming/legalName'
import {
  type NameFacts,
  type WantedName,
  wantedName,
} from '../../../../electron/core/export/naming/wantedName'

const facts: NameFacts = {
  file: 'a-harbour-01kb0000000000000000000000-1',
  createdAt: new Date(2026, 2, 1, 14, 5, 9).getTime(),
  batch: 'Harbour: dawn & dusk',
  name: 'Lighthouse',
  prompt: 'A harbour at dawn, seen from the sea',
  model: 'aurora-2',
  size: '1024x1024',
  row: 7,
  key: 'K/7',
  width: 1024,
  height: 768,
  index: 2,
  counter: 12,
  rating: 3,
  job: '01kb0000000000000000000000',
  ext: 'webp',
}

function given(names: GivenNames, wanted: WantedName, own?: string): GivenName {
  for (;;) {
    const found = names.give(wanted, own)
    if (found !== null) return found
  }
}

function pathsOf(template: string, images: readonly NameFacts[], there: readonly FolderEntry[] = []) {
  const { template: read } = readNameTemplate(template)
  if (read === null) return []
  const names = createGivenNames()
  return images.map((image) => {
    const wanted = wantedName(read, image)
    for (let folder = names.unnoted(wanted); folder !== null; folder = names.unnoted(wanted))
      names.note(folder, folder === '' ? there : [])
    const { path, taken } = given(names, wanted)
    return { path, taken }
  })
}

const pathOf = (template: string, image: Partial<NameFacts> = {}) =>
  pathsOf(template, [{ ...facts, ...image }])[0]?.path

describe('the name of an export', () => {
  test.each([
    ['{file}', 'a-harbour-01kb0000000000000000000000-1.webp'],
    ['{batch}/{name}-{index:3}', 'harbour-dawn-dusk/lighthouse-002.webp'],
    ['{date:YYYY}/{date:MM-DD} {time}', '2026/03-01 14-05-09.webp'],
    ['{prompt:10}_{model}.{ext}', 'a-harbour_aurora-2.webp'],
    ['{counter:4} {row} {key} {rating}', '0012 7 K-7 3.webp'],
    ['{job} {size} {width}x{height}', '01kb0000000000000000000000 1024x1024 1024x768.webp'],
  ])('%s is %s', (template, path) => expect(pathOf(template)).toBe(path))

  test.each([
    ['a value that is missing goes with its separator', '{row}-{name}', { row: null }, 'lighthouse.webp'],
    ['also the last one', '{name}_{key}', { key: null }, 'lighthouse.webp'],
    ['a folder without a name is left out', '{batch}/{name}', { batch: '' }, 'lighthouse.webp'],
    ['a name without anything left', '{key}{row}', { key: '..', row: null }, 'image.webp'],
    ['a value makes no folder', '{key}', { key: '../../etc/passwd' }, '-..-etc-passwd.webp'],
    ['a device of Windows', '{key}', { key: 'nul.tar' }, 'nul_.tar.webp'],
    ['nothing hidden', '{key}', { key: '.profile' }, 'profile.webp'],
  ] as const)('%s', (_, template, image, path) => expect(pathOf(template, image)).toBe(path))

  test.each([
    ['{name} {colour}', { kind: 'tokenUnknown', at: 7, text: '{colour}' }],
    ['{name', { kind: 'tokenUnclosed', at: 0, text: '{name' }],
    ['x{prompt:0}', { kind: 'argumentInvalid', at: 1, text: '{prompt:0}' }],
    ['{date:YYYY/MM}', { kind: 'argumentInvalid', at: 0, text: '{date:YYYY/MM}' }],
    ['{model:3}', { kind: 'argumentInvalid', at: 0, text: '{model:3}' }],
    ['{batch}//{name}', { kind: 'nameEmpty', at: 8, text: '' }],
    ['{batch}/', { kind: 'nameEmpty', at: 8, text: '' }],
    [' . ', { kind: 'nameEmpty', at: 0, text: ' . ' }],
    ['a/b/c/d/e/f/g/h/{name}', { kind: 'foldersTooDeep', at: 16, text: '{name}' }],
  ] satisfies [string, NameProblem][])('%s can’t be used, and it is said where', (template, problem) =>
    expect(readNameTemplate(template)).toEqual({ template: null, problem }),
  )

  test('with a long date that can’t be used is read once', () => {
    const text = `{date:${'Y'.repeat(2_000)}x}`
    expect(readNameTemplate(text).problem).toEqual({ kind: 'argumentInvalid', at: 0, text })
    expect(readNameTemplate('{date:YYYYYYMMDD}').template).not.toBe(null)
  })

  test('that tells no images apart is said, and numbered', () => {
    expect(readNameTemplate('{model}').problem).toEqual({ kind: 'namesRepeat', at: 7, text: '' })
    expect(pathsOf('{model}', [facts, facts, facts])).toEqual([
      { path: 'aurora-2.webp', taken: 'no' },
      { path: 'aurora-2 (2).webp', taken: 'here' },
      { path: 'aurora-2 (3).webp', taken: 'here' },
    ])
  })

  test('continues its index where that is taken, here or there', () => {
    const there = [{ name: 'lighthouse-003.webp', isFolder: false }]
    const given = pathsOf('{name}-{index:3}', [facts, facts, facts], there)
    expect(given).toEqual([
      { path: 'lighthouse-002.webp', taken: 'no' },
      { path: 'lighthouse-004.webp', taken: 'no' },
      { path: 'lighthouse-005.webp', taken: 'no' },
    ])
  })

  test.each([
    ['Strasse', 'STRASSE'],
    ['straße', 'STRASSE'],
    ['É', 'e\u0301'],
    ['a\u200db', 'ab'],
  ])('isn’t that of another file by case or by unseen characters: %s, %s', (one, other) => {
    const given = pathsOf(
      '{key}',
      [one, other].map((key) => ({ ...facts, key })),
    )
    expect(given.map(({ taken }) => taken)).toEqual(['no', 'here'])
  })

  test('avoids what is there, whatever its case, and uses the folders as they are spelled', () => {
    const there = [
      { name: 'LIGHTHOUSE.webp', isFolder: false },
      { name: 'Aurora-2', isFolder: true },
    ]
    expect(pathsOf('{name}', [facts], there)).toEqual([{ path: 'lighthouse (2).webp', taken: 'there' }])
    expect(pathsOf('{model}/{name}', [facts], there)).toEqual([
      { path: 'Aurora-2/lighthouse.webp', taken: 'no' },
    ])
  })
})

describe('a file that may be replaced', () => {
  /** Names of as many images alike, and of the same once more, where each is replaced. */
  function twice(text: string, images: readonly NameFacts[]) {
    const { template: read } = readNameTemplate(text)
    if (read === null) throw new Error(text)
    let made = 0
    const wanted = images.map((one): WantedName => {
      const name = wantedName(read, one)
      const numbered = (number: number): string => {
        made++
        return name.numbered(number)
      }
      return { ...name, numbered }
    })
    const first = createGivenNames()
    first.note('', [])
    const paths = wanted.map((one) => given(first, one).path)
    const again = createGivenNames()
    again.note(
      '',
      paths.map((name) => ({ name, isFolder: false })),
    )
    made = 0
    const replaced = wanted.map((one, at) => given(again, one, paths[at]))
    return { paths, replaced, made }
  }

  test.each(['{model}', '{name}-{index:3}', '{name} 2{index}0', '{index}', '{index:2}-{name}-{index}'])(
    'is found by its number, however many are alike: %s',
    (text) => {
      const { paths, replaced, made } = twice(
        text,
        Array.from({ length: 1_200 }, () => facts),
      )
      expect(replaced).toEqual(paths.map((path) => ({ path, taken: 'no', replaces: true })))
      expect(made).toBeLessThan(12_000)
    },
  )

  test('is not another image’s, nor in another folder, nor one that the name doesn’t lead to', () => {
    const { template: read } = readNameTemplate('{model}')
    if (read === null) throw new Error('no template')
    const names = createGivenNames()
    const there = ['aurora-2.webp', 'aurora-2 (2).webp', 'aurora-2 (02).webp', 'x (2).webp']
    names.note('', [{ name: 'b', isFolder: true }, ...there.map((name) => ({ name, isFolder: false }))])
    const wanted = wantedName(read, facts)
    expect(given(names, wanted, 'aurora-2 (2).webp')).toMatchObject({ replaces: true })
    for (const [at, own] of [
      'aurora-2 (2).webp',
      'aurora-2 (02).webp',
      'x (2).webp',
      'b/aurora-2.webp',
    ].entries())
      expect(given(names, wanted, own)).toEqual({
        path: `aurora-2 (${at + 3}).webp`,
        taken: 'there',
        replaces: false,
      })
  })
})

test('100,000 names that are taken are passed over a few in a turn', () => {
  const { template: read } = readNameTemplate('{model}')
  if (read === null) throw new Error('no template')
  let made = 0
  // Made here, so that the time of the test isn't that of making them.
  const wanted: WantedName = {
    ...wantedName(read, facts),
    numbered: (number) => {
      made++
      return `${number}`
    },
  }
  const names = createGivenNames()
  names.note(
    '',
    Array.from({ length: 100_000 }, (_, at) => ({ name: `${at + 1}`, isFolder: false })),
  )
  let most = 0
  for (;;) {
    const before = made
    const found = names.give(wanted)
    most = Math.max(most, made - before)
    if (found === null) continue
    expect(found).toEqual({ path: '100001', taken: 'there', replaces: false })
    break
  }
  expect(most).toBeLessThan(200)
})

const nasty = fc.constantFrom(
  ...[
    'CON',
    'nul',
    'Com1',
    'lpt¹',
    'aux.',
    '..',
    '.',
    ' ',
    '/',
    '\\',
    ':',
    '*',
    '?',
    '"',
    '<',
    '|',
    '\0',
    '\n',
  ],
  ...[
    'é',
    'e\u0301',
    'ß',
    'ẞ',
    'SS',
    'ı',
    'İ',
    'ﬁ',
    '한글',
    '\u1112\u1161\u11ab',
    '日本',
    '👩‍👩‍👧',
    '\ud800',
    '\u202e',
    '\ufeff',
  ],
  ...[
    'e\u0301'.repeat(300),
    `x${'\u0301'.repeat(400)}`,
    '日'.repeat(200),
    'A'.repeat(300),
    '(2)',
    ' (2).webp',
  ],
)
const words = fc
  .array(fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 4 }), fc.constantFrom('a', 'B', 'b')), {
    maxLength: 4,
  })
  .map((parts) => parts.join(''))
const image = fc.record({
  file: words,
  createdAt: fc.integer({ min: 0, max: 4e12 }),
  batch: words,
  name: words,
  prompt: words,
  model: words,
  size: words,
  row: fc.option(fc.nat(20)),
  key: fc.option(words),
  width: fc.nat(9),
  height: fc.nat(9),
  index: fc.integer({ min: 1, max: 3 }),
  counter: fc.integer({ min: 1, max: 2000 }),
  rating: fc.nat(5),
  job: fc.constantFrom('01kb0000000000000000000000', '01kb0000000000000000000001'),
  ext: fc.constantFrom('png', 'webp', 'jpg'),
})
const template = fc
  .array(
    fc.oneof(
      fc.constantFrom(...nameTokens.map((token) => `{${token}}`)),
      fc.constantFrom('/', '-', ' ', '.', 'Con'),
    ),
    {
      minLength: 1,
      maxLength: 7,
    },
  )
  .map((parts) => parts.join(''))
  .filter((text) => readNameTemplate(text).template !== null)

const device = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i

function complaintOf(path: string): string | null {
  if (path.length > 210) return 'the path is long'
  for (const name of path.split('/')) {
    if (name === '' || /^[. ]|[. ]$/.test(name)) return 'a dot or a space at an end'
    if (/[\p{Cc}\p{Cs}\p{Cn}<>:"\\|?*]/u.test(name)) return 'a character'
    if (device.test(name)) return 'a device'
    if (name !== name.normalize('NFC')) return 'not composed'
    if (Math.max(Buffer.byteLength(name), Buffer.byteLength(name.normalize('NFD'))) > 255) return 'long'
  }
  return null
}

test('10,000 names are legal on every system, of one file each, and don’t depend on those after them', () => {
  fc.assert(
    fc.property(template, fc.array(image, { minLength: 10, maxLength: 10 }), words, (text, images, name) => {
      const there = [
        { name: `${name}.webp`, isFolder: false },
        { name: 'b', isFolder: true },
      ]
      const given = pathsOf(text, images, there)
      const paths = given.map(({ path }) => path)
      expect(paths.map(complaintOf)).toEqual(paths.map(() => null))
      const all = new Set(paths.map(foldedName))
      expect(all.size).toBe(images.length)
      // A folder is no file.
      const folders = paths.flatMap((path) =>
        path
          .split('/')
          .slice(0, -1)
          .map((_, at, parts) => foldedName(parts.slice(0, at + 1).join('/'))),
      )
      expect(folders.filter((folder) => all.has(folder))).toEqual([])
      expect(all.has(foldedName(`${name}.webp`))).toBe(false)
      expect(pathsOf(text, images.slice(0, 4), there)).toEqual(given.slice(0, 4))
    }),
    { numRuns: 1000 },
  )
})
