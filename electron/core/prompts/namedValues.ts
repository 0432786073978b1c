import type { Variables } from '@shared/model/prompt'
import { parseTemplate } from '@shared/model/template'

/**
 * The values of the variables that a prompt names: values stay in the form after their names are gone, and may be
 * blank.
 */
export function namedValues(prompt: string, variables: Variables): readonly (readonly [string, string])[] {
  const given = new Map(Object.entries(variables))
  return parseTemplate(prompt).variables.flatMap(({ key }) => {
    const value = given.get(key) ?? ''
    return value.trim() === '' ? [] : [[key, value] as const]
  })
}
