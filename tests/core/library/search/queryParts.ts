import type { ImageMarks } from '@shared/model/imageMarks'
import { ratioTolerance } from '@shared/model/imageQuery'
import type { Outside } from '@shared/model/upkeep'
import fc from 'fast-check'

/** An image as the filter knows it. */
export interface Made {
  readonly number: number
  readonly prompt: string
  readonly revised: string | null
  readonly model: string
  readonly connection: string
  readonly batch: number
  width: number
  height: number
  readonly placedAt: number
  flag: ImageMarks['flag']
  rating: number
  favourite: boolean
  note: string
  outside: Outside | null
  readonly isBrought: boolean
  isSeen: boolean
  isDeleted: boolean
}

/** A collection, and the numbers of its images. */
export interface Put {
  readonly name: string
  readonly images: ReadonlySet<number>
}

/** A part of a query as typed, and what it means, told without the product. */
export interface Part {
  readonly typed: string
  readonly holds: (image: Made, batchNames: readonly string[], collections: readonly Put[]) => boolean
}

/** Enough for the words below. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC')
const has = (text: string | null, word: string): boolean => plain(text ?? '').includes(plain(word))
const words = [
  'a',
  'e',
  'fern',
  'FERN',
  'rn',
  '灯',
  '灯台',
  '台と',
  '灯台と海',
  'Studio',
  'wool',
  'aurora',
  '%',
  '_',
  '5',
  'at n',
  'CAFÉ',
  'e\u0301',
  'ｆｅｒｎ',
  '🌿',
  'か',
  'ÉTÉ',
  'Ü',
]

const parts: fc.Arbitrary<Part> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...words).map((word) => ({
      typed: word.includes(' ') ? `"${word}"` : word,
      holds: (image: Made, names: readonly string[]) =>
        [
          image.prompt,
          image.revised,
          image.model,
          image.connection,
          image.note,
          names[image.batch] ?? '',
        ].some((text) => has(text, word)),
    })),
  },
  fc.constantFrom('aur', 'SKETCH', '-1').map((word) => ({
    typed: `model:${word}`,
    holds: ({ model }: Made) => has(model, word),
  })),
  fc.constantFrom('stud', 'Demo', 'démo', '"demo b"').map((word) => ({
    typed: `connection:${word}`,
    holds: ({ connection }: Made) => has(connection, word.replaceAll('"', '')),
  })),
  fc.constantFrom('wool', 'noon', 'ete', 'ü', '灯').map((word) => ({
    typed: `batch:${word}`,
    holds: ({ batch }: Made, names: readonly string[]) => has(names[batch] ?? '', word),
  })),
  fc.constantFrom(512, 768, 1024).map((pixels) => ({
    typed: `size:>${pixels}`,
    holds: ({ width, height }: Made) => Math.max(width, height) > pixels,
  })),
  fc.constantFrom('<=512', '>=1024', '=1020', '<1024').map((side) => ({
    typed: `size:${side}`,
    holds: ({ width, height }: Made) => {
      const longer = Math.max(width, height)
      return {
        '<=512': longer <= 512,
        '>=1024': longer >= 1024,
        '=1020': longer === 1020,
        '<1024': longer < 1024,
      }[side] as boolean
    },
  })),
  fc.constant({
    typed: 'size:1024x768',
    holds: ({ width, height }: Made) => width === 1024 && height === 768,
  }),
  fc.constant({
    typed: 'ratio:4:3',
    holds: ({ width, height }: Made) => Math.abs(width / height / (4 / 3) - 1) <= ratioTolerance,
  }),
  fc.constant({
    typed: 'ratio:portrait',
    holds: ({ width, height }: Made) => width / height < 1 - ratioTolerance,
  }),
  fc.constantFrom(9, 10, 11).map((day) => ({
    typed: `before:2026-03-${day}`,
    holds: ({ placedAt }: Made) => placedAt < new Date(2026, 2, day).getTime(),
  })),
  fc.constantFrom(9, 10, 11).map((day) => ({
    typed: `after:2026-03-${day}`,
    holds: ({ placedAt }: Made) => placedAt >= new Date(2026, 2, day).getTime(),
  })),
  fc.constantFrom('print', 'ÉTÉ', '灯', '台と').map((word) => ({
    typed: `note:${word}`,
    holds: ({ note }: Made) => has(note, word),
  })),
  fc.constantFrom('best', '"best of"', 'été', '"5 prints"', 'of').map((name) => ({
    typed: `collection:${name}`,
    holds: ({ number }: Made, _: readonly string[], collections: readonly Put[]) => {
      const wanted = plain(name.replaceAll('"', ''))
      const key = (one: Put) => plain(one.name.replaceAll('"', ''))
      const exact = collections.filter((one) => key(one) === wanted)
      const meant = exact.length > 0 ? exact : collections.filter((one) => key(one).includes(wanted))
      return meant.some(({ images }) => images.has(number))
    },
  })),
  fc.constant({ typed: 'is:deleted', holds: ({ isDeleted }: Made) => isDeleted }),
  fc.constant({ typed: 'is:favourite', holds: ({ favourite }: Made) => favourite }),
  fc.constantFrom('changed' as const, 'missing' as const).map((outside) => ({
    typed: `is:${outside}`,
    holds: (image: Made) => image.outside === outside,
  })),
  fc.constant({ typed: 'is:brought', holds: ({ isBrought }: Made) => isBrought }),
  fc.constant({ typed: 'is:unseen', holds: ({ isSeen }: Made) => !isSeen }),
  fc.constantFrom('kept' as const, 'rejected' as const, null).map((flag) => ({
    typed: `is:${flag ?? 'unflagged'}`,
    holds: (image: Made) => image.flag === flag,
  })),
  fc.constantFrom('>=3', '5', '0', '<2').map((stars) => ({
    typed: `rating:${stars}`,
    holds: ({ rating }: Made) =>
      ({ '>=3': rating >= 3, '5': rating === 5, '0': rating === 0, '<2': rating < 2 })[stars] as boolean,
  })),
)
/** Each part, and whether it is negated. */
export const queries = fc.array(fc.tuple(parts, fc.boolean()), { maxLength: 4 })
