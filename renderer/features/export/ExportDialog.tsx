import type { ExportPlan } from '@shared/model/exportRun'
import { useEffect, useRef, useState } from 'react'
import { useAct, useActHere } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import {
  canBegin,
  createExportForm,
  type ExportedImages,
  filesTogether,
  shownPlan,
} from '../../stores/exportForm'
import { useApp, useStores } from '../../stores/storesContext'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { PlanView } from './PlanView'
import { RecipeFields } from './RecipeFields'
import { RecipeList } from './RecipeList'
import { ExportFormProvider, useForm, useFormState, useShownRecipe } from './useExportForm'

interface ExportDialogProps {
  readonly what: ExportedImages
  readonly onClose: () => void
}

/** Recipes, the settings of one, and what it would do, before anything is written. Closing it exports nothing. */
export function ExportDialog({ what, onClose }: ExportDialogProps) {
  const { client } = useStores()
  const last = useApp(({ preferences }) => preferences.exportRecipe)
  const [form] = useState(() => createExportForm(client, what, last))
  const act = useAct()
  useEffect(() => () => void act(form.close), [act, form])
  return (
    <ExportFormProvider value={form}>
      <Contents onClose={onClose} />
    </ExportFormProvider>
  )
}

function Contents({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm()
  const { app, dialogs } = useStores()
  const { failure, act } = useActHere()
  const recipe = useShownRecipe()
  const plan = useFormState(shownPlan)
  const files = useFormState(filesTogether)
  const images = useFormState(({ plans }) => [...plans.values()][0]?.images ?? null)
  const isOne = useFormState(({ ticked }) => ticked.length === 1)
  const isReplacing = useFormState(({ plans }) => [...plans.values()].some(replaces))
  const canStart = useFormState(canBegin)
  const start = useRef<HTMLButtonElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const isRead = recipe !== null
  const hasFolder = recipe !== null && recipe.folder !== null

  useEffect(() => {
    void act(form.open)
  }, [act, form])

  // What there is to press has come, or is next. A recipe that was just made is named first.
  useEffect(() => {
    if (isRead && form.getState().added === null) (hasFolder ? start : choose).current?.focus()
  }, [isRead, hasFolder, form])

  const begin = (): void => {
    if (!canStart || recipe === null) return
    void act(async () => {
      await form.begin()
      dialogs.leave('export')
      await app.changePreferences({ exportRecipe: recipe.id })
    })
  }

  return (
    <Dialog
      title={images === null ? t('exports.title') : t('exports.titleCounted', { count: images })}
      closeLabel={t('frame.close')}
      onClose={onClose}
      size="wide"
      footer={
        <div className="flex flex-wrap items-center justify-between gap-2">
          <div className="text-small text-dim">
            {failure === null ? (
              t(isReplacing ? 'exports.replacesOwn' : 'exports.neverOverwrites')
            ) : (
              <Alert text={failure} />
            )}
          </div>
          <div className="flex gap-2">
            <Button onClick={onClose}>{t('exports.cancel')}</Button>
            <Button ref={start} look="primary" className="min-h-8" unavailable={!canStart} onClick={begin}>
              {files === null || files === 0
                ? t('exports.start')
                : t(isOne && plan?.zip ? 'exports.startZip' : 'exports.startCounted', { count: files })}
            </Button>
          </div>
        </div>
      }
    >
      {recipe !== null && (
        <div className="@container min-h-0 flex-1">
          <div className="grid h-full min-h-0 grid-cols-[184px_minmax(0,1fr)_304px] divide-x divide-line @max-[880px]:block @max-[880px]:divide-x-0 @max-[880px]:divide-y @max-[880px]:overflow-y-auto">
            <RecipeList />
            <RecipeFields key={recipe.id} recipe={recipe} choose={choose} />
            <PlanView />
          </div>
        </div>
      )}
    </Dialog>
  )
}

const replaces = ({ replaced, zip }: ExportPlan): boolean => replaced > 0 || zip?.fate === 'replaces'
