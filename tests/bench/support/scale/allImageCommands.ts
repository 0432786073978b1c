import type { RouteInput } from '@shared/ipc/contract'
import type { ImageSelection } from '@shared/model/imageSelection'
import { type Call, call } from './call'
import type { Probe } from './probe'
import { idOf } from './rows'

/** All images, as the window selects them. */
async function allImages(probe: Probe): Promise<ImageSelection> {
  const selected = await probe.ask('gallery.select', { text: '', batchId: null, from: null, to: null })
  return 'ids' in selected ? selected : { ids: [], numbers: selected.numbers }
}

/** Rejects all images. */
const markOfAll = async (probe: Probe) =>
  ({ selection: await allImages(probe), change: { flag: 'rejected' } }) as const

/** Deletes all images, for their return. */
const pressOfAll = async (probe: Probe) => ({
  press: (await probe.ask('images.delete', await allImages(probe))).press,
})

/** Puts all images into a collection. */
const collectionOfAll = async (probe: Probe) => ({ name: 'Wool', selection: await allImages(probe) })

/** All images of that collection. */
async function allCollected(probe: Probe): Promise<RouteInput<'collections.takeOut'>> {
  const [collection] = (await probe.ask('collections.list', null)).collections
  if (collection === undefined) throw new Error('there is no collection')
  return { id: collection.id, selection: await allImages(probe) }
}

/** Moves them beside one of them. */
const moveOfAll = async (probe: Probe): Promise<RouteInput<'collections.move'>> => ({
  ...(await allCollected(probe)),
  beside: { imageId: idOf('image', 800), to: 'before' },
})

/** What is done to all images at once, and taken back. The images are deleted at last. */
export const allImageCommands: readonly Call[] = [
  call('images.mark', markOfAll, { of: 'all', once: true }),
  call('images.unmark', { press: 1 }, { of: 'all', once: true }),
  call('collections.create', collectionOfAll, { of: 'all', once: true }),
  call('collections.move', moveOfAll, { of: 'all', once: true }),
  call('collections.takeOut', allCollected, { of: 'all', once: true }),
  call('collections.turn', { press: 3, way: 'back' }, { of: 'all', once: true }),
  call('images.restore', pressOfAll, { of: 'all', once: true }),
  call('images.delete', allImages, { of: 'all', once: true }),
]
