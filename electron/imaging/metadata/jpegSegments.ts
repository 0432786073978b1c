export const marker = {
  begin: 0xd8,
  end: 0xd9,
  pixels: 0xda,
  quantities: 0xdb,
  codes: 0xc4,
  restarts: 0xdd,
  jfif: 0xe0,
  application: 0xe1,
  profile: 0xe2,
  adobe: 0xee,
} as const

export function segment(kind: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, kind, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
