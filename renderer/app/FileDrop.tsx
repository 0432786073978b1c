import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenTable } from '../parts/useOpenTable'
import { useApp, useStores } from '../stores/storesContext'

/** The file name endings of what can be a table. */
const tableName = /\.(csv|tsv|tab|json|jsonl|ndjson|txt)$/i

/** Opens a table that is dropped anywhere on the window, for a look; says so while the file is over it. */
export function FileDrop() {
  const { t } = useTranslation()
  const { draggedImages, toasts } = useStores()
  const connected = useApp(({ connections }) => connections.length > 0)
  const { drop } = useOpenTable()
  const [above, setAbove] = useState(false)

  const take = useEffectEvent((file: File) => {
    if (tableName.test(file.name)) drop(file)
    else toasts.fail(t('table.drop.notTable', { name: file.name }))
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
      setAbove(!taken)
    })
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setAbove(false)
    })
    on('drop', (event) => {
      setAbove(false)
      const file = event.dataTransfer?.files[0]
      if (event.defaultPrevented || !isFile(event) || file === undefined) return
      event.preventDefault()
      take(file)
    })
    return () => ending.abort()
  }, [draggedImages])

  if (!above || !connected) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-shade p-4">
      <div className="grid h-full w-full place-items-center rounded-large border-2 border-dashed border-accent">
        <div className="rounded-large border border-line bg-panel px-6 py-4 text-center shadow-float">
          <p className="font-medium">{t('table.drop.title')}</p>
          <p className="text-small text-dim">{t('table.drop.hint')}</p>
        </div>
      </div>
    </div>
  )
}
