import { viewNameMaximum, viewsMaximum } from '@shared/model/preferences'
import { Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangePreferences } from '../../../parts/useChangePreferences'
import { useApp, useGallery, useStores } from '../../../stores/storesContext'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { Field } from '../../../ui/Field'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../../ui/Menu'
import { TextField } from '../../../ui/TextField'

const unopened = 'is:unseen'

/** Searches that the person named, and those that everyone has. */
export function ViewMenu() {
  const { t } = useTranslation()
  const { gallery, selection } = useStores()
  const change = useChangePreferences()
  const views = useApp(({ preferences }) => preferences.views)
  const text = useGallery((state) => state.text)
  const sort = useGallery((state) => state.sort)
  const [naming, setNaming] = useState(false)
  const shown = views.find((view) => view.text === text && view.sort === sort)
  const options = [
    { value: 'all', label: t('gallery.views.all') },
    { value: 'unopened', label: t('gallery.views.unopened') },
    ...views.map(({ name }, at) => ({ value: `view ${at}`, label: name })),
  ]
  const value =
    shown !== undefined
      ? `view ${views.indexOf(shown)}`
      : text === ''
        ? 'all'
        : text === unopened
          ? 'unopened'
          : ''

  const show = (wanted: string) => {
    selection.clear()
    const view = views.find((_, at) => wanted === `view ${at}`)
    if (view !== undefined) void gallery.search(view)
    else void gallery.search({ text: wanted === 'unopened' ? unopened : '' })
  }

  return (
    <>
      <Menu icon={Bookmark} label={t('gallery.views.label')}>
        <MenuChoice label={t('gallery.views.label')} value={value} options={options} onChange={show} />
        {text !== '' && (shown === undefined ? views.length < viewsMaximum : true) && <MenuLine />}
        {text !== '' && shown === undefined && views.length < viewsMaximum && (
          <MenuItem onSelect={() => setNaming(true)}>{t('gallery.views.save')}</MenuItem>
        )}
        {shown !== undefined && (
          <MenuItem onSelect={() => change({ views: views.filter((view) => view !== shown) })}>
            {t('gallery.views.remove', { name: shown.name })}
          </MenuItem>
        )}
      </Menu>
      {naming && (
        <ViewName
          taken={views.map(({ name }) => name)}
          onName={(name) => {
            change({ views: [...views, { name, text, sort }] })
            setNaming(false)
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}

interface ViewNameProps {
  readonly taken: readonly string[]
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

function ViewName({ taken, onName, onClose }: ViewNameProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const wanted = name.trim()
  const problem =
    wanted === ''
      ? t('gallery.views.nameMissing')
      : taken.includes(wanted)
        ? t('gallery.views.nameTaken')
        : null
  return (
    <Dialog
      title={t('gallery.views.saveTitle')}
      closeLabel={t('gallery.close')}
      onClose={onClose}
      onOpened={() => field.current?.focus()}
    >
      <form
        className="flex flex-col gap-4 px-6 py-4"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (problem === null) onName(wanted)
        }}
      >
        <Field label={t('gallery.views.name')} error={isTried ? problem : null}>
          {(wiring) => (
            <TextField
              {...wiring}
              ref={field}
              dir="auto"
              value={name}
              maxLength={viewNameMaximum}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end">
          <Button look="primary" type="submit">
            {t('gallery.views.saveButton')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
