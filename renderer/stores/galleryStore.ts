import type { AppError } from '@shared/errors'
import { byteRatio, type GalleryOutline, type Image } from '@shared/model/image'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'
import { errorOf } from '../client/failure'
import { coalesced } from './coalesced'
import { asStale, chunkSize, chunksOf, type GalleryRows, noRows, rowAt, withChunk } from './galleryRows'

/** The shape of the list that is shown. */
export interface GalleryShape {
  readonly revision: number
  /** The search this list answers. */
  readonly text: string
  readonly total: number
  readonly days: GalleryOutline['days']
  /** Width / height of each image, in list order. */
  readonly ratios: Float32Array
}

export interface GalleryState {
  /** What was searched for last; `shape.text` follows when the answer is here. */
  readonly text: string
  /** Null until the first answer. */
  readonly shape: GalleryShape | null
  /** Images in the whole library, null until known. */
  readonly libraryTotal: number | null
  readonly rows: GalleryRows
  readonly failure: AppError | null
}

export interface GalleryStore extends StoreApi<GalleryState> {
  /** Reads the list anew; calls are joined. */
  refresh(): Promise<void>
  search(text: string): Promise<void>
  /** Says which positions are on the screen, `to` excluded; their rows are fetched in chunks. */
  need(from: number, to: number): void
  /** Ids from one position to another, both included, wherever their rows are. */
  idsBetween(from: number, to: number): Promise<readonly string[]>
  dispose(): void
}

/** Chunk requests open at once: while somebody scrolls past, only what is wanted now is asked for. */
const openChunks = 2

const ratioOfByte = Float32Array.from({ length: 256 }, (_, byte) => byteRatio(byte))

function ratiosOf(base64: string): Float32Array {
  const bytes = atob(base64)
  const ratios = new Float32Array(bytes.length)
  for (let at = 0; at < bytes.length; at++) ratios[at] = ratioOfByte[bytes.charCodeAt(at)] ?? 1
  return ratios
}

/** Mirrors the gallery's list, by outline and windows of rows, from the first `refresh` on. */
export function createGalleryStore(client: Client): GalleryStore {
  const store = createStore<GalleryState>(() => ({
    text: '',
    shape: null,
    libraryTotal: null,
    rows: noRows,
    failure: null,
  }))
  let wanted: readonly number[] = [0]
  let pending = new Set<number>()

  function load(): void {
    const { shape, rows } = store.getState()
    for (const chunk of shape === null ? [] : wanted) {
      if (pending.size >= openChunks) return
      if (!rows.fresh.has(chunk) && !pending.has(chunk)) void fetchChunk(chunk, shape?.text ?? '', pending)
    }
  }

  async function fetchChunk(chunk: number, text: string, round: Set<number>): Promise<void> {
    round.add(chunk)
    try {
      const page = await client.call('gallery.page', { text, offset: chunk * chunkSize, limit: chunkSize })
      round.delete(chunk)
      // The list changed meanwhile: a new round is under way.
      if (round !== pending) return
      store.setState(({ rows }) => ({ rows: withChunk(rows, chunk, page.rows, wanted) }))
      load()
    } catch (thrown) {
      round.delete(chunk)
      store.setState({ failure: errorOf(thrown) })
    }
  }

  const refresh = coalesced(async () => {
    const { text } = store.getState()
    try {
      const [outline, head] = await Promise.all([
        client.call('gallery.outline', { text }),
        client.call('gallery.page', { text, offset: 0, limit: chunkSize }),
      ])
      const { shape, rows, libraryTotal } = store.getState()
      const before = shape?.text === text ? asStale(rows, Math.max(0, outline.total - shape.total)) : noRows
      pending = new Set()
      store.setState({
        shape: {
          revision: outline.revision,
          text,
          total: outline.total,
          days: outline.days,
          ratios: ratiosOf(outline.ratios),
        },
        libraryTotal: text === '' ? outline.total : libraryTotal,
        rows: withChunk(before, 0, head.rows, wanted),
        failure: null,
      })
      load()
    } catch (thrown) {
      store.setState({ failure: errorOf(thrown) })
    }
  })

  return {
    ...store,
    refresh,
    async search(text) {
      if (text === store.getState().text) return
      store.setState({ text })
      await refresh()
    },
    need(from, to) {
      wanted = chunksOf(from, to)
      load()
    },
    idsBetween: (from, to) =>
      client.call('gallery.ids', { text: store.getState().shape?.text ?? '', from, to }),
    dispose: client.on('gallery.changed', () => void refresh()),
  }
}

/** The row at a list position, when it is here. */
export function imageAt(state: GalleryState, position: number): Image | null {
  return rowAt(state.rows, position)
}
