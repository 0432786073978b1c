import { deflateSync } from 'node:zlib'
import type { ImageFormat } from '@shared/model/image'
import sharp from 'sharp'
import { greyProfile } from '../../support/greyProfile'
import { pngChunk, pngFile, withChunks } from '../../support/pngFile'
import { bombPng, encoded, sample } from './samples'

/** A file that a service may send, and what the gallery should make of it. */
export interface OddPicture {
  readonly name: string
  readonly bytes: () => Promise<Buffer>
  readonly shown: {
    readonly format: ImageFormat
    /** Pixels, as displayed. */
    readonly width: number
    readonly height: number
    /** A point of the thumbnail as a share of its width and height, and its colour in sRGB; null if it has none. */
    readonly points:
      | readonly (readonly [x: number, y: number, rgb: readonly [number, number, number]])[]
      | null
  }
}

/** Files that never will be a picture. */
export interface BadPicture {
  readonly name: string
  readonly bytes: () => Promise<Buffer>
  readonly code: 'imageNotAnImage' | 'imageUndecodable'
}

const red = [255, 0, 0] as const
const blue = [0, 0, 255] as const
const grey = [128, 128, 128] as const

/** Red in its left half, blue in its right one: 120 x 80. */
const halves = () =>
  sharp({ create: { width: 120, height: 80, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { width: 60, height: 80, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
  ])

/** A red frame, then blue ones. */
async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer()
  const frames = await Promise.all(['#ff0000', '#0000ff', '#0000fe'].map(frame))
  const joined = sharp(frames, { join: { animated: true } })
  return format === 'gif' ? joined.gif().toBuffer() : joined.webp({ lossless: true }).toBuffer()
}

/** Turned by the numbers of EXIF: the file is 120 x 80 for 1 to 4, and stands upright from 5 on. */
const turned = async (orientation: number): Promise<Buffer> =>
  halves().jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer()

/** 16 bits in each of three channels, big-endian: the same grey everywhere. */
function deepPng(edge: number): Buffer {
  const rows = Buffer.alloc(edge * (1 + edge * 6))
  for (let row = 0; row < edge; row++)
    rows.fill(Buffer.from([0x80, 0x80]), row * (1 + edge * 6) + 1, (row + 1) * (1 + edge * 6))
  return pngFile({ edge, colour: [16, 2], rows })
}

/** Its numbers are those of Display P3, where this green of sRGB is 129, 251, 97 by sharp's profile. */
const wideGamut = (format: 'png' | 'jpeg') =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: '#40ff40' } })
    .withIccProfile('p3')
    .toFormat(format)
    .toBuffer()

export const oddPictures: readonly OddPicture[] = [
  ...[1, 2, 3, 4].map((orientation) => ({
    name: `a JPEG that EXIF turns by ${orientation}`,
    bytes: () => turned(orientation),
    shown: {
      ...{ format: 'jpeg' as const, width: 120, height: 80 },
      points: [
        [0.1, 0.5, [2, 3].includes(orientation) ? blue : red],
        [0.9, 0.5, [2, 3].includes(orientation) ? red : blue],
      ] as const,
    },
  })),
  ...[5, 6, 7, 8].map((orientation) => ({
    name: `a JPEG that EXIF turns by ${orientation}`,
    bytes: () => turned(orientation),
    shown: {
      ...{ format: 'jpeg' as const, width: 80, height: 120 },
      points: [
        [0.5, 0.1, [7, 8].includes(orientation) ? blue : red],
        [0.5, 0.9, [7, 8].includes(orientation) ? red : blue],
      ] as const,
    },
  })),
  {
    name: 'an animated GIF',
    bytes: () => animation('gif'),
    shown: { format: 'gif', width: 60, height: 40, points: [[0.5, 0.5, red]] },
  },
  {
    name: 'an animated WebP',
    bytes: () => animation('webp'),
    shown: { format: 'webp', width: 60, height: 40, points: [[0.5, 0.5, red]] },
  },
  {
    name: 'a CMYK JPEG',
    bytes: () => halves().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    // Inks don't reach pure red and blue.
    shown: {
      ...{ format: 'jpeg', width: 120, height: 80 },
      points: [
        [0.1, 0.5, [233, 0, 1]],
        [0.9, 0.5, [28, 60, 139]],
      ],
    },
  },
  {
    name: 'a PNG of 16 bits',
    bytes: async () => deepPng(64),
    shown: { format: 'png', width: 64, height: 64, points: [[0.5, 0.5, grey]] },
  },
  {
    name: 'a PNG of 16 bits of grey',
    bytes: () =>
      sharp({ create: { width: 64, height: 48, channels: 3, background: '#808080' } })
        .toColourspace('grey16')
        .png()
        .toBuffer(),
    shown: { format: 'png', width: 64, height: 48, points: [[0.5, 0.5, grey]] },
  },
  {
    name: 'a PNG of 16 bits in Display P3',
    bytes: () =>
      sharp(
        Uint16Array.from({ length: 90 * 60 * 3 }, (_, at) => ([129, 251, 97][at % 3] ?? 0) * 257),
        { raw: { width: 90, height: 60, channels: 3 } },
      )
        .withIccProfile('p3')
        .toColourspace('rgb16')
        .png()
        .toBuffer(),
    shown: { format: 'png', width: 90, height: 60, points: [[0.5, 0.5, [64, 255, 64]]] },
  },
  {
    name: 'a PNG of 16 bits of grey with a profile',
    bytes: async () => {
      const greys = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#808080' } })
        .toColourspace('grey16')
        .png()
        .toBuffer()
      const profile = Buffer.concat([Buffer.from('grey\0\0', 'latin1'), deflateSync(greyProfile())])
      return withChunks(greys, pngChunk('iCCP', profile))
    },
    shown: { format: 'png', width: 64, height: 48, points: [[0.5, 0.5, [100, 100, 100]]] },
  },
  {
    name: 'a PNG in Display P3',
    bytes: () => wideGamut('png'),
    shown: { format: 'png', width: 90, height: 60, points: [[0.5, 0.5, [64, 255, 64]]] },
  },
  {
    name: 'a JPEG in Display P3',
    bytes: () => wideGamut('jpeg'),
    shown: { format: 'jpeg', width: 90, height: 60, points: [[0.5, 0.5, [64, 255, 64]]] },
  },
  {
    name: 'a PNG that claims to be 30,000 pixels wide',
    bytes: async () => bombPng(30_000),
    shown: { format: 'png', width: 30_000, height: 30_000, points: null },
  },
  {
    name: 'a strip of 30,000 pixels',
    bytes: () =>
      sharp({ create: { width: 30_000, height: 40, channels: 3, background: '#ff0000' } })
        .png()
        .toBuffer(),
    shown: { format: 'png', width: 30_000, height: 40, points: [[0.5, 0.5, red]] },
  },
]

export const badPictures: readonly BadPicture[] = [
  { name: 'no bytes', bytes: async () => Buffer.alloc(0), code: 'imageNotAnImage' },
  { name: 'zeros', bytes: async () => Buffer.alloc(50_000), code: 'imageNotAnImage' },
  ...(['png', 'jpeg', 'webp', 'gif', 'avif'] as const).map((format) => ({
    name: `a truncated ${format}`,
    bytes: async () => {
      const whole = await encoded(format, 320, 240)
      return whole.subarray(0, Math.floor(whole.length / 2))
    },
    code: 'imageUndecodable' as const,
  })),
  {
    name: 'a PNG whose pixels are noise',
    bytes: async () => {
      const whole = await sample(64, 48).png().toBuffer()
      const at = whole.indexOf('IDAT', 0, 'latin1')
      return Buffer.concat([
        whole.subarray(0, at - 4),
        pngChunk('IDAT', Buffer.from(deflateSync(Buffer.alloc(5_000, 7)).map((byte) => byte ^ 0x5a))),
        pngChunk('IEND', Buffer.alloc(0)),
      ])
    },
    code: 'imageUndecodable',
  },
  {
    name: 'a JPEG that is only a header',
    bytes: async () => (await encoded('jpeg', 64, 48)).subarray(0, 200),
    code: 'imageUndecodable',
  },
]
