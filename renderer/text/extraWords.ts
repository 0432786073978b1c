import type { ExtraField } from '@shared/model/extraFields'
import type { TFunction } from 'i18next'

/** How many fields a line names, and how many characters of each name and value it shows. */
const named = { fields: 3, characters: 40 }

/** The first fields in words, and how many more there are. */
export function openingOf(
  fields: readonly ExtraField[],
  t: TFunction,
): { readonly shown: readonly ExtraField[]; readonly more: number } {
  const shown = fields.slice(0, named.fields).map(({ name, value }) => ({
    name: shortened(name),
    value: value.trim() === '' ? t('extraFields.emptyValue') : shortened(value),
  }))
  return { shown, more: fields.length - shown.length }
}

/** The parts of a list: "quality high", "seed 41", "2 more". */
export function extraWords(fields: readonly ExtraField[], t: TFunction): readonly string[] {
  const { shown, more } = openingOf(fields, t)
  const words = shown.map((field) => t('extraFields.field', { ...field }))
  return more === 0 ? words : [...words, t('extraFields.more', { count: more })]
}

function shortened(text: string): string {
  const characters = [
    ...text
      .slice(0, 4 * named.characters)
      .trim()
      .replaceAll(/\s+/g, ' '),
  ]
  const kept = characters.slice(0, named.characters).join('')
  return characters.length > named.characters ? `${kept}…` : kept
}
