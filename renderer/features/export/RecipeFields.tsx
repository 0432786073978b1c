import { recipeNameMaximum } from '@shared/model/exportRecipe'
import { type Ref, useEffect, useRef } from 'react'
import { useActHere } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import type { TypedRecipe } from '../../stores/exportForm'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { Switch } from '../../ui/Switch'
import { TextField } from '../../ui/TextField'
import { ExistingFields } from './ExistingFields'
import { FormatFields } from './FormatFields'
import { IntoField } from './IntoField'
import { MetadataFields } from './MetadataFields'
import { NamesField } from './NamesField'
import { useForm, useFormState } from './useExportForm'

interface RecipeFieldsProps {
  readonly recipe: TypedRecipe
  /** The button that chooses the destination. */
  readonly choose: Ref<HTMLButtonElement>
}

/** The settings of a recipe, stored as they are changed. */
export function RecipeFields({ recipe, choose }: RecipeFieldsProps) {
  const { t } = useTranslation()
  const form = useForm()
  const { failure, act } = useActHere()
  const { name, ready, folder, settings } = recipe
  const nameField = useRef<HTMLInputElement>(null)
  const isAdded = useFormState(({ added }) => added === recipe.id)
  // A new recipe is called something else next.
  useEffect(() => {
    if (!isAdded) return
    nameField.current?.focus()
    nameField.current?.select()
  }, [isAdded])
  return (
    <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">
      {ready === null && (
        <Field label={t('exports.name')}>
          {(wiring) => (
            <TextField
              {...wiring}
              ref={nameField}
              value={name}
              maxLength={recipeNameMaximum}
              onChange={(event) => form.rename(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <Field label={t('exports.destination')}>
        {(wiring) => (
          <div className="flex items-center gap-2">
            <output {...wiring} dir="auto" className="field selectable min-w-0 flex-1 break-words">
              {folder ?? <span className="text-faint">{t('exports.noDestination')}</span>}
            </output>
            <Button ref={choose} onClick={() => void act(form.chooseFolder)}>
              {t('exports.choose')}
            </Button>
          </div>
        )}
      </Field>
      <Alert text={failure} />
      <IntoField />
      <NamesField template={settings.template} />
      <FormatFields settings={settings} />
      <MetadataFields settings={settings} />
      <ExistingFields settings={settings} />
      {folder !== null && (
        <Switch
          label={t('exports.finishedBatches')}
          hint={t(
            settings.existing === 'ask' ? 'exports.finishedBatchesAskHint' : 'exports.finishedBatchesHint',
          )}
          checked={settings.finishedBatches}
          onChange={(checked) => form.change({ finishedBatches: checked })}
        />
      )}
      <div>
        <Button look="link" className="text-small" onClick={() => void act(form.remove)}>
          {t(ready === null ? 'exports.remove' : 'exports.reset')}
        </Button>
      </div>
    </div>
  )
}
