/** As many as are converted at a time. */
const keptAtOnce = 2
/** Milliseconds after which nobody else is expected. */
const keptMs = 2_000

/** Decodes a file once for all who ask for it at about the same time. */
export function createSharedPictures<Picture>(decode: (path: string) => Promise<Picture>) {
  const kept = new Map<string, { readonly picture: Promise<Picture>; readonly timer: NodeJS.Timeout }>()

  function forget(path: string): void {
    clearTimeout(kept.get(path)?.timer)
    kept.delete(path)
  }

  return {
    get(path: string): Promise<Picture> {
      const picture = kept.get(path)?.picture ?? decode(path)
      forget(path)
      kept.set(path, { picture, timer: setTimeout(() => forget(path), keptMs) })
      const [oldest] = kept.keys()
      if (kept.size > keptAtOnce && oldest !== undefined) forget(oldest)
      return picture
    },
  }
}
