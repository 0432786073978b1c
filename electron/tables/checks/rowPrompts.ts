import { type AppError, appError } from '@shared/errors'
import { countMaximum } from '@shared/model/draft'
import { parseTemplate, variableKey } from '@shared/model/template'
import { countExpansions, expandTemplate, unknownVariables } from '@shared/model/templateExpansion'
import { limits } from '../limits'

/** What the prompt of a row comes to: at least one, or why it comes to nothing. */
export type RowPrompts =
  | { readonly prompts: readonly string[]; readonly error: null }
  | { readonly prompts: null; readonly error: AppError }

type CellOf = (column: number) => string

/** Puts the row's own cells into its prompt; `variables` are the columns without a role. */
export function createRowPrompts(
  variables: readonly { readonly name: string; readonly column: number }[],
  alternatives: boolean,
): (text: string, cellOf: CellOf) => RowPrompts {
  const columns = new Map<string, number>()
  for (const { name, column } of variables) {
    const key = variableKey(name)
    if (key !== '' && !columns.has(key)) columns.set(key, column)
  }

  function expanded(text: string, cellOf: CellOf): RowPrompts {
    const template = parseTemplate(text, { alternatives })
    if (!template.special) return checked([text])
    const values = new Map<string, readonly string[]>()
    for (const { key } of template.variables) {
      const column = columns.get(key)
      if (column !== undefined) values.set(key, [cellOf(column)])
    }
    const unknown = unknownVariables(template, values)[0]
    if (unknown !== undefined) return wrong('columnUnknown', { name: unknown.name.slice(0, 100) })
    const count = countExpansions(template, values)
    if (count > countMaximum) return wrong('rowTooMany', { count: String(count), maximum: countMaximum })
    return checked([...expandTemplate(template, values)])
  }

  return (text, cellOf) => (/[{\\]/.test(text) ? expanded(text, cellOf) : checked([text]))
}

function checked(prompts: readonly string[]): RowPrompts {
  if (prompts.some((prompt) => prompt.trim() === '')) return wrong('promptEmpty')
  const length = Math.max(...prompts.map((prompt) => prompt.length))
  const maximum = limits.cellCharacters
  return length > maximum ? wrong('cellTooLong', { length, maximum }) : { prompts, error: null }
}

function wrong(
  code: 'columnUnknown' | 'rowTooMany' | 'promptEmpty' | 'cellTooLong',
  params: AppError['params'] = {},
): RowPrompts {
  return { prompts: null, error: appError(code, { params }) }
}
