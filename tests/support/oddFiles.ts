import { type OtherFormat, otherFormatSchema } from '@shared/model/image'

const zeros = (length: number) => Buffer.alloc(length)
const latin = (text: string) => Buffer.from(text, 'latin1')
const media = (brand: string, ...more: readonly string[]) => {
  const box = latin(`\0\0\0\0ftyp${brand}\0\0\0\0${more.join('')}`)
  box.writeUInt32BE(box.length, 0)
  return Buffer.concat([box, zeros(200)])
}
/** As an encoder writes the head of one. */
const matroska = (kind: string) =>
  Buffer.concat([
    latin(`\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\x82`),
    latin(kind),
    zeros(200),
  ])

function bmp(): Buffer {
  const bytes = Buffer.concat([latin('BM'), zeros(52), Buffer.alloc(64, 0xc8)])
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  return bytes
}

function ico(): Buffer {
  const bytes = Buffer.concat([latin('\0\0\x01\0\x01\0'), zeros(16), zeros(64)])
  bytes.writeUInt32LE(22, 18)
  return bytes
}

/** The beginnings of files of the formats that are known and never shown, with something behind them. */
const samples: Readonly<Record<OtherFormat, Buffer>> = {
  svg: latin(
    '\n<?xml version="1.0"?>\n<!-- by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [\n  <!ENTITY e SYSTEM "file:///etc/passwd">\n]>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>',
  ),
  tiff: Buffer.concat([latin('II*\0\x08\0\0\0'), zeros(200)]),
  bmp: bmp(),
  ico: ico(),
  jxl: Buffer.concat([latin('\0\0\0\x0cJXL \r\n\x87\n'), zeros(200)]),
  heic: media('heic', 'mif1', 'heic'),
  heif: media('mif1', 'miaf'),
  jp2: Buffer.concat([latin('\0\0\0\x0cjP  \r\n\x87\n'), zeros(200)]),
  j2k: Buffer.concat([latin('\xff\x4f\xff\x51\0\x2f'), zeros(200)]),
  psd: Buffer.concat([latin('8BPS\0\x01'), zeros(200)]),
  exr: Buffer.concat([latin('\x76\x2f\x31\x01\x02\0\0\0'), zeros(200)]),
  qoi: Buffer.concat([latin('qoif\0\0\0\x09\0\0\0\x09\x04\0'), zeros(200)]),
  pdf: latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n'),
  mp4: media('isom', 'iso2', 'avc1', 'mp41'),
  mov: media('qt  '),
  webm: matroska('\x84webm'),
  mkv: matroska('\x88matroska'),
  avi: Buffer.concat([latin('RIFF\xd0\0\0\0AVI LIST'), zeros(200)]),
}

/** A file of each. `mark` tells it from others of its format. */
export const oddFiles = (mark = ''): readonly { readonly format: OtherFormat; readonly bytes: Buffer }[] =>
  otherFormatSchema.options.map((format) => ({
    format,
    bytes: Buffer.concat([samples[format], latin(mark)]),
  }))

/** Bytes of no format that anybody knows. */
export const unknownBytes = Buffer.concat([latin('\x89NEW\0\x01'), Buffer.alloc(3000, 0xe7)])
