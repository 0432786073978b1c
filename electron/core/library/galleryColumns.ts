/** What is kept of an image that the gallery shows. */
export interface GalleryEntry {
  /** Of the row in the database. */
  readonly number: number
  readonly placedAt: number
  /** See `ratioByte`. */
  readonly ratio: number
  /** See `averageColour`. */
  readonly colour: number
  /** A small number that stands for the batch. */
  readonly batch: number
}

/** The entries in the gallery's order, each field in an array of its own; 100,000 of them take 2 MB. */
export interface GalleryColumns {
  readonly numbers: Float64Array
  readonly placedAt: Float64Array
  readonly ratios: Uint8Array
  readonly colours: Uint16Array
  readonly batches: Uint32Array
}

/** Columns that entries are put into and taken out of. */
export interface GrowingColumns {
  /** Valid until the next change. */
  readonly current: () => GalleryColumns
  append(entries: readonly GalleryEntry[]): void
  /** Each gets in before the entry that is at its rank now; ranks ascend. */
  insert(entries: readonly { readonly rank: number; readonly entry: GalleryEntry }[]): void
  remove(numbers: ReadonlySet<number>): void
  /** Gives an entry its colour; nothing if there is no such entry. */
  paint(number: number, colour: number): void
}

/** So few are looked for one by one: what changes is mostly near the top. */
const few = 16

export function createGalleryColumns(): GrowingColumns {
  let room = columnsOf(1024)
  let length = 0

  function grow(by: number): void {
    if (length + by <= room.numbers.length) return
    const larger = columnsOf(2 * (length + by))
    larger.numbers.set(room.numbers)
    larger.placedAt.set(room.placedAt)
    larger.ratios.set(room.ratios)
    larger.colours.set(room.colours)
    larger.batches.set(room.batches)
    room = larger
  }

  function write(rank: number, { number, placedAt, ratio, colour, batch }: GalleryEntry): void {
    room.numbers[rank] = number
    room.placedAt[rank] = placedAt
    room.ratios[rank] = ratio
    room.colours[rank] = colour
    room.batches[rank] = batch
  }

  /** Moves the entries from `from` up to `end` to `to`. */
  function move(to: number, from: number, end: number): void {
    for (const column of Object.values(room)) column.copyWithin(to, from, end)
  }

  function removeOne(number: number): void {
    for (;;) {
      const rank = room.numbers.subarray(0, length).indexOf(number)
      if (rank < 0) return
      move(rank, rank + 1, length)
      length--
    }
  }

  function removeMany(numbers: ReadonlySet<number>): void {
    const { numbers: own, placedAt, ratios, colours, batches } = room
    let kept = 0
    for (let rank = 0; rank < length; rank++) {
      const number = own[rank] ?? 0
      if (numbers.has(number)) continue
      own[kept] = number
      placedAt[kept] = placedAt[rank] ?? 0
      ratios[kept] = ratios[rank] ?? 0
      colours[kept] = colours[rank] ?? 0
      batches[kept] = batches[rank] ?? 0
      kept++
    }
    length = kept
  }

  return {
    current: () => ({
      numbers: room.numbers.subarray(0, length),
      placedAt: room.placedAt.subarray(0, length),
      ratios: room.ratios.subarray(0, length),
      colours: room.colours.subarray(0, length),
      batches: room.batches.subarray(0, length),
    }),
    append(entries) {
      grow(entries.length)
      for (const entry of entries) write(length++, entry)
    },
    insert(entries) {
      grow(entries.length)
      let end = length
      for (const [before, { rank, entry }] of [...entries.entries()].reverse()) {
        move(rank + before + 1, rank, end)
        write(rank + before, entry)
        end = rank
      }
      length += entries.length
    },
    remove(numbers) {
      if (numbers.size > few) removeMany(numbers)
      else numbers.forEach(removeOne)
    },
    paint(number, colour) {
      const rank = room.numbers.subarray(0, length).indexOf(number)
      if (rank >= 0) room.colours[rank] = colour
    },
  }
}

function columnsOf(length: number) {
  return {
    numbers: new Float64Array(length),
    placedAt: new Float64Array(length),
    ratios: new Uint8Array(length),
    colours: new Uint16Array(length),
    batches: new Uint32Array(length),
  }
}
