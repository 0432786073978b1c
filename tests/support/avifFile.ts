import { box, number } from '../../electron/imaging/boxes/boxes'

export interface WrittenItem {
  readonly type: string
  readonly data: Buffer
  /** The numbers of its properties, from 1. */
  readonly properties: readonly number[]
}

const whole = (type: string, content: readonly Buffer[], version = 0): Buffer =>
  box(type, [Buffer.from([version, 0, 0, 0]), ...content])

/** An AVIF of some items, whose numbers count from 1, and of which the first is shown. */
export function avifFile(
  items: readonly WrittenItem[],
  properties: readonly Buffer[],
  references: readonly (readonly [type: string, from: number, to: number])[] = [],
): Buffer {
  const kind = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1miaf', 'latin1'))
  const meta = (from: number): Buffer => {
    let at = from
    const places = items.map(({ data }, index) => {
      const place = [number(index + 1, 2), number(0, 2), number(1, 2), number(at, 4), number(data.length, 4)]
      at += data.length
      return Buffer.concat(place)
    })
    const entries = items.map(({ type }, index) =>
      whole('infe', [number(index + 1, 2), number(0, 2), Buffer.from(`${type}\0`)], 2),
    )
    const uses = items.map(({ properties: own }, index) =>
      Buffer.concat([number(index + 1, 2), Buffer.from([own.length, ...own])]),
    )
    return whole('meta', [
      whole('hdlr', [Buffer.from('\0\0\0\0pict', 'latin1'), Buffer.alloc(13)]),
      whole('pitm', [number(1, 2)]),
      whole('iloc', [Buffer.from([0x44, 0]), number(items.length, 2), ...places]),
      whole('iinf', [number(items.length, 2), ...entries]),
      whole(
        'iref',
        references.map(([type, own, to]) => box(type, [number(own, 2), number(1, 2), number(to, 2)])),
      ),
      box('iprp', [box('ipco', properties), whole('ipma', [number(items.length, 4), ...uses])]),
    ])
  }
  return Buffer.concat([
    kind,
    meta(kind.length + meta(0).length + 8),
    box(
      'mdat',
      items.map(({ data }) => data),
    ),
  ])
}
