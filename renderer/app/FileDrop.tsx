import { useEffect, useEffectEvent, useState } from 'react'
import { useBringIn } from '../parts/useBringIn'
import { useOpenTable } from '../parts/useOpenTable'
import { useTranslation } from '../parts/useTranslation'
import { useApp, useStores } from '../stores/storesContext'

/** The file name endings of what can be a table, or of what is refused as one in words. */
const tableName = /\.(csv|tsv|tab|json|jsonl|ndjson|txt|md|xlsx?|ods)$/i

/** What is over the window. A folder has no type, and some tables have none. */
type Above = 'table' | 'images' | 'unknown'

function aboveOf({ dataTransfer }: DragEvent): Above {
  const types = [...(dataTransfer?.items ?? [])].flatMap(({ kind, type }) => (kind === 'file' ? [type] : []))
  if (types.some((type) => type.startsWith('image/'))) return 'images'
  return types.includes('') ? 'unknown' : 'table'
}

/** What a drop would do. */
function useDropWords(above: Above | null): { readonly title: string; readonly hint: string } {
  const { t } = useTranslation()
  switch (above) {
    case 'images':
      return { title: t('bringing.drop.images'), hint: t('bringing.drop.hint') }
    case 'unknown':
      return { title: t('bringing.drop.unknown'), hint: t('bringing.drop.unknownHint') }
    case 'table':
    case null:
      return { title: t('table.drop.title'), hint: t('table.drop.hint') }
  }
}

/**
 * A table that is dropped anywhere on the window is opened, and images or folders are looked at before they are brought
 * in; says so while they are over it.
 */
export function FileDrop() {
  const { draggedImages } = useStores()
  const connected = useApp(({ connections }) => connections.length > 0)
  const { drop } = useOpenTable()
  const { drop: dropImages } = useBringIn()
  const [above, setAbove] = useState<Above | null>(null)
  const words = useDropWords(above)

  const take = useEffectEvent((first: File, files: readonly File[]) => {
    if (tableName.test(first.name)) drop(first)
    else dropImages(files)
  })

  useEffect(() => {
    // Dragging one of the window's own pictures also counts as a file.
    let own = false
    const isOwn = () => own || draggedImages.getState() !== null
    const isFile = (event: DragEvent) => !isOwn() && (event.dataTransfer?.types.includes('Files') ?? false)
    const ending = new AbortController()
    const on = <E extends 'dragstart' | 'dragend' | 'dragover' | 'dragleave' | 'drop'>(
      name: E,
      listener: (event: WindowEventMap[E]) => void,
    ) => window.addEventListener(name, listener, { signal: ending.signal })

    on('dragstart', (event) => {
      own = !event.defaultPrevented
    })
    on('dragend', () => {
      own = false
    })
    on('dragover', (event) => {
      // The field that took the drop has already marked it as handled.
      const taken = event.defaultPrevented || !isFile(event)
      if (!taken) event.preventDefault()
      setAbove(taken ? null : aboveOf(event))
    })
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setAbove(null)
    })
    on('drop', (event) => {
      setAbove(null)
      const files = [...(event.dataTransfer?.files ?? [])]
      const [first] = files
      if (event.defaultPrevented || !isFile(event) || first === undefined) return
      event.preventDefault()
      take(first, files)
    })
    return () => ending.abort()
  }, [draggedImages])

  if (above === null || (above === 'table' && !connected)) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-shade p-4">
      <div className="grid h-full w-full place-items-center rounded-large border-2 border-dashed border-accent">
        <div className="rounded-large border border-line bg-panel px-6 py-4 text-center shadow-float">
          <p className="font-medium">{words.title}</p>
          <p className="text-small text-dim">{words.hint}</p>
        </div>
      </div>
    </div>
  )
}
