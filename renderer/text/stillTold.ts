import { type NameToken, readNameTemplate } from '@shared/model/exportNames'
import type { RecipeSettings } from '@shared/model/exportRecipe'
import type { TFunction } from 'i18next'

/** Made of the prompt, or of names that are made of it. */
const telling: ReadonlySet<NameToken> = new Set(['file', 'batch', 'name', 'prompt'])

/** What still tells of the prompt of stripped files, besides a file beside each. */
export function stillTold(
  { template, manifest }: Pick<RecipeSettings, 'template' | 'manifest'>,
  t: TFunction,
): readonly string[] {
  const parts = readNameTemplate(template).template
  const all = parts === null ? [] : [...parts.folders.flat(), ...parts.file]
  return [
    ...(all.some((part) => part.kind === 'token' && telling.has(part.token))
      ? [t('exports.metadata.namesTell')]
      : []),
    ...(manifest === 'none' ? [] : [t('exports.metadata.manifestTells')]),
  ]
}
