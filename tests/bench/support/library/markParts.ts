import type { RouteInput, RouteName } from '@shared/ipc/contract'
import { bitsOf, bitsText } from '@shared/model/numberBits'
import type { Probe } from '../scale/probe'
import type { LibraryPart } from './libraryPart'
import type { LibraryWorld } from './libraryWorld'
import { recorded } from './upkeepParts'

const atOnce = 10_000
const name = 'Bench'
const position = `printf('8%015x', CAST(:number AS INTEGER))`

/** Every other image, so that they are all over the library. */
const numbersOf = ({ images: { length } }: LibraryWorld): readonly number[] => {
  const count = Math.min(atOnce, length / 2)
  return Array.from({ length: count }, (_, at) => Math.floor((at * length) / count) + 1)
}

const selectionOf = (world: LibraryWorld) => ({
  ids: [],
  numbers: bitsText(bitsOf(numbersOf(world), world.images.length)),
})

/** Sends them all in one request, which answers once all are done. */
function markPart<R extends RouteName>(part: {
  readonly does: string
  readonly route: R
  readonly input: (world: LibraryWorld, probe: Probe) => Promise<RouteInput<R>>
  /** What the record of each says in the end. */
  readonly says: string
  /** What is written of each. */
  readonly statements: readonly string[]
  readonly first?: string
}): LibraryPart {
  return {
    name: `${part.does} 10,000 at once`,
    bare: async (world, bare) =>
      bare.write(
        part.statements,
        numbersOf(world).map((number) => ({ number })),
        part.first,
      ),
    async run(world, _app, probe) {
      await probe.ask(part.route, await part.input(world, probe))
    },
    async follow(world) {
      const last = world.images[(numbersOf(world).at(-1) ?? 0) - 1]
      if (last !== undefined) await recorded(world, last.file, part.says)
    },
  }
}

export const flag = markPart({
  does: 'flag',
  route: 'images.mark',
  input: async (world) => ({ selection: selectionOf(world), change: { flag: 'kept' } }),
  says: '"flag":"kept"',
  statements: [`UPDATE images SET flag = 'kept', unrecorded = 1 WHERE number = :number`],
})

export const star = markPart({
  does: 'star',
  route: 'images.mark',
  input: async (world) => ({ selection: selectionOf(world), change: { favourite: true } }),
  says: '"favourite":true',
  statements: ['UPDATE images SET favourite = 1, unrecorded = 1 WHERE number = :number'],
})

export const collect = markPart({
  does: 'collect',
  route: 'collections.create',
  input: async (world) => ({ name, selection: selectionOf(world) }),
  says: `"name":"${name}"`,
  first: `INSERT INTO collections (id, name, folded, created_at) VALUES ('bench', 'Bare', 'bare', 0)`,
  // It is in, the press that put it there can be taken back, and its record lacks it.
  statements: [
    `INSERT INTO collected (collection_id, number, position) VALUES ('bench', CAST(:number AS INTEGER), ${position})`,
    `INSERT INTO collected_changes (press, number, after) VALUES (-1, CAST(:number AS INTEGER), ${position})`,
    'UPDATE images SET unrecorded = 1 WHERE number = :number',
  ],
})
