import type { AppError } from '@shared/errors'
import type { CopyAccount } from '@shared/model/copyAccount'
import type { ExportRecipe } from '@shared/model/exportRecipe'
import type { ImageDetails } from '@shared/model/image'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { appErrorOf } from '../../client/failure'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { useApp, useStores } from '../../stores/storesContext'
import { recipeName, recipeWords } from '../../text/recipeName'
import { stillTold } from '../../text/stillTold'
import { classNames } from '../../ui/classNames'
import { Disclosure } from '../../ui/Disclosure'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { CopyFacts } from './CopyFacts'

/** What a recipe would write of an image, and what that loses. Read only once it is opened. */
export function CopyAccountView({ details }: { readonly details: ImageDetails }) {
  const { t } = useTranslation()
  const last = useApp(({ preferences }) => preferences.exportRecipe)
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <Disclosure key={details.id} label={t('gallery.details.copy.title')}>
      <div className="pt-2 text-small">
        <Opened details={details} wanted={chosen ?? last} onChoose={setChosen} />
      </div>
    </Disclosure>
  )
}

interface OpenedProps {
  readonly details: ImageDetails
  /** The recipe that is shown, if it is still there. */
  readonly wanted: string
  readonly onChoose: (recipeId: string) => void
}

function Opened({ details, wanted, onChoose }: OpenedProps) {
  const { t } = useTranslation()
  const { recipes, failure } = useRecipes()
  const recipe = recipes.find(({ id }) => id === wanted) ?? recipes[0] ?? null
  const answer = useForeseen(details, recipe)
  if (recipe === null) return failure !== null && <Failed error={failure} />
  return (
    <div className="flex flex-col gap-2">
      <Field label={t('gallery.details.copy.recipe')} aside={<span>{recipeWords(recipe.settings, t)}</span>}>
        {(wiring) => (
          <Select
            {...wiring}
            value={recipe.id}
            options={recipes.map((one) => ({ value: one.id, label: recipeName(one, t) }))}
            onChange={onChoose}
          />
        )}
      </Field>
      {answer !== null && (
        <div
          aria-busy={answer.recipe !== recipe}
          className={classNames('flex flex-col gap-2', answer.recipe !== recipe && 'opacity-50')}
        >
          {'failure' in answer ? (
            <Failed error={answer.failure} />
          ) : (
            <>
              <CopyFacts account={answer.account} />
              {details.asked.prompt !== '' &&
                answer.recipe.settings.metadata === 'stripped' &&
                stillTold(answer.recipe.settings, t).map((words) => (
                  <p key={words} className="text-warn">
                    {words}
                  </p>
                ))}
            </>
          )}
        </div>
      )}
    </div>
  )
}

function Failed({ error }: { readonly error: AppError }) {
  const { cause, next } = useErrorText()(error)
  return (
    <p className="text-bad">
      {cause} {next}
    </p>
  )
}

interface ReadRecipes {
  readonly recipes: readonly ExportRecipe[]
  readonly failure: AppError | null
}

/** None until they were read, which they are again after the dialog in which they change. */
function useRecipes(): ReadRecipes {
  const { client, dialogs } = useStores()
  const isChanging = useStore(dialogs, ({ open }) => open.some(({ kind }) => kind === 'export'))
  const [read, setRead] = useState<ReadRecipes>({ recipes: [], failure: null })
  useEffect(() => {
    if (isChanging) return
    client.call('exports.recipes', null).then(
      (recipes) => setRead({ recipes, failure: null }),
      (thrown: unknown) => setRead(({ recipes }) => ({ recipes, failure: appErrorOf(thrown) })),
    )
  }, [client, isChanging])
  return read
}

/** By which recipe, and what came. */
type Answer = { readonly recipe: ExportRecipe } & (
  | { readonly account: CopyAccount }
  | { readonly failure: AppError }
)

/** Null until it was read; what was read before, perhaps by another recipe, stays until then. */
function useForeseen(details: ImageDetails, recipe: ExportRecipe | null): Answer | null {
  const { client } = useStores()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { id: imageId, rating, collections, outside, picture } = details
  /** What may change while it is shown. */
  const moment = JSON.stringify([rating, collections, outside, picture])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each moment is read again
  useEffect(() => {
    if (recipe === null) return
    let dropped = false
    client.call('exports.foresee', { imageId, recipeId: recipe.id }).then(
      (account) => !dropped && setAnswer({ recipe, account }),
      (thrown: unknown) => !dropped && setAnswer({ recipe, failure: appErrorOf(thrown) }),
    )
    return () => {
      dropped = true
    }
  }, [client, imageId, recipe, moment])
  return answer
}
