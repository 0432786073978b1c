import { viewsMaximum } from '@shared/model/preferences'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../parts/useTranslation'
import { useGallery, useShownBatch, useStores } from '../../../stores/storesContext'
import { trashText } from '../../../stores/trashShown'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../../ui/Menu'
import { useViewCounts } from './useViewCounts'
import { unopened, useViews, type View } from './useViews'
import { ViewName } from './ViewName'

const textOf: Readonly<Record<string, string>> = { unopened, trash: trashText }

/** Searches that the user named, and those that everyone has. */
export function ViewMenu() {
  const { t } = useTranslation()
  const { gallery, selection } = useStores()
  const { views, add, replace, remove } = useViews()
  const text = useGallery((state) => state.text)
  const sort = useGallery((state) => state.sort)
  /** The name of the view that was chosen last: the search may be a change of it. */
  const [chosen, setChosen] = useState<string | null>(null)
  const [naming, setNaming] = useState<'new' | View | null>(null)
  const isBatch = useShownBatch() !== null
  const shown = isBatch ? undefined : views.find((view) => view.text === text && view.sort === sort)
  const changed =
    text === '' || isBatch ? undefined : views.find((view) => view !== shown && view.name === chosen)
  const value =
    shown !== undefined
      ? `view ${views.indexOf(shown)}`
      : isBatch
        ? ''
        : text === ''
          ? 'all'
          : text === unopened
            ? 'unopened'
            : text === trashText
              ? 'trash'
              : ''
  const name =
    shown?.name ??
    changed?.name ??
    // Which one is said above the images.
    (isBatch ? t('batches.alone') : null) ??
    t(value === 'unopened' || value === 'trash' ? `gallery.views.${value}` : 'gallery.views.all')
  // A view has no batch: it would find more than what is seen.
  const mayBeSaved =
    !isBatch && text !== '' && text !== trashText && shown === undefined && views.length < viewsMaximum

  const show = (wanted: string) => {
    selection.clear()
    const view = views.find((_, at) => wanted === `view ${at}`)
    setChosen(view?.name ?? null)
    void gallery.show(view ?? { text: textOf[wanted] ?? '' })
  }

  return (
    <>
      <Menu icon={Bookmark} label={t('gallery.views.shown', { name })} words={name}>
        <Choice views={views} value={value} onChange={show} />
        {(mayBeSaved || changed !== undefined || shown !== undefined) && <MenuLine />}
        {mayBeSaved && <MenuItem onSelect={() => setNaming('new')}>{t('gallery.views.save')}</MenuItem>}
        {shown === undefined && changed !== undefined && (
          <MenuItem onSelect={() => replace(changed, { ...changed, text, sort })}>
            {t('gallery.views.update', changed)}
          </MenuItem>
        )}
        {shown !== undefined && (
          <>
            <MenuItem onSelect={() => setNaming(shown)}>{t('gallery.views.rename', shown)}</MenuItem>
            <MenuItem onSelect={() => remove(shown)}>{t('gallery.views.remove', shown)}</MenuItem>
          </>
        )}
      </Menu>
      {naming !== null && (
        <ViewName
          renamed={naming === 'new' ? null : naming}
          views={views}
          onName={(wanted) => {
            if (naming === 'new') add({ name: wanted, text, sort })
            else if (wanted !== naming.name) replace(naming, { ...naming, name: wanted })
            setChosen(wanted)
            setNaming(null)
          }}
          onClose={() => setNaming(null)}
        />
      )}
    </>
  )
}

interface ChoiceProps {
  readonly views: readonly View[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Counted each time the menu opens. */
function Choice({ views, value, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  const counts = useViewCounts(['', unopened, trashText, ...views.map(({ text }) => text)])
  const noteOf = (text: string) => {
    const count = counts.get(text)
    return count === undefined ? {} : { note: t('gallery.number', { count }) }
  }
  const options = [
    { value: 'all', label: t('gallery.views.all'), ...noteOf('') },
    { value: 'unopened', label: t('gallery.views.unopened'), ...noteOf(unopened) },
    { value: 'trash', label: t('gallery.views.trash'), ...noteOf(trashText) },
    ...views.map(({ name, text }, at) => ({ value: `view ${at}`, label: name, ...noteOf(text) })),
  ]
  return <MenuChoice label={t('gallery.views.label')} value={value} options={options} onChange={onChange} />
}
