/** A colour profile of greys that are darker than those of sRGB. */
export function greyProfile(): Buffer {
  const tags = {
    desc: `desc\0\0\0\0\0\0\0\x05grey\0${'\0'.repeat(79)}`,
    cprt: 'text\0\0\0\0none',
    wtpt: 'XYZ \0\0\0\0\0\0\xf6\xd6\0\x01\0\0\0\0\xd3\x2d',
    kTRC: 'curv\0\0\0\0\0\0\0\x01\x03\0\0\0',
  }
  const head = Buffer.alloc(132 + Object.keys(tags).length * 12)
  head.write('\x02\x40\0\0mntrGRAYXYZ ', 8, 'latin1')
  head.write('acsp', 36, 'latin1')
  head.write('\0\0\xf6\xd6\0\x01\0\0\0\0\xd3\x2d', 68, 'latin1')
  head.writeUInt32BE(Object.keys(tags).length, 128)
  let end = head.length
  for (const [at, [name, data]] of Object.entries(tags).entries()) {
    head.write(name, 132 + at * 12, 'latin1')
    head.writeUInt32BE(end, 136 + at * 12)
    head.writeUInt32BE(data.length, 140 + at * 12)
    end += data.length
  }
  head.writeUInt32BE(end)
  return Buffer.concat([head, Buffer.from(Object.values(tags).join(''), 'latin1')])
}
