import { onTestFinished, vi } from 'vitest'

export interface StandInPictures {
  /** Addresses that were asked for, in order. */
  readonly asked: string[]
  /** The width each was decoded in; null for its own. */
  readonly widths: Map<string, number | null>
  /** Lets those asked for so far, and all later ones, arrive. */
  arrive(): void
  /** Bitmaps that nobody has closed. */
  open(): number
}

/** Pixels for a DOM that has none, held back until the test lets them arrive. */
export function standInPictures(): StandInPictures {
  const asked: string[] = []
  const widths = new Map<string, number | null>()
  let open = 0
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  vi.stubGlobal('fetch', async (address: string, { signal }: { readonly signal: AbortSignal }) => {
    signal.throwIfAborted()
    asked.push(address)
    return { ok: !address.endsWith('/missing'), status: 404, blob: async () => address }
  })
  vi.stubGlobal('createImageBitmap', async (address: string, { resizeWidth }: ImageBitmapOptions) => {
    widths.set(address, resizeWidth ?? null)
    await arrived
    open += 1
    return { width: resizeWidth ?? 512, height: 1, close: () => (open -= 1) }
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return { asked, widths, arrive, open: () => open }
}
