import { type AppError, appError } from '@shared/errors'
import { countMaximum } from '@shared/model/draft'
import { braceUnpaired, charactersMaximum } from '@shared/model/draftExpansion'
import { parseTemplate, variableKey } from '@shared/model/template'
import { countExpansions, expandTemplate, unknownVariables } from '@shared/model/templateExpansion'
import { measureTemplate, type TemplateMeasure } from '@shared/model/templateMeasure'
import { limits } from './limits'

/** The prompts a row makes: at least one, or the reason why there are none. */
export type RowPrompts =
  | { readonly prompts: readonly string[]; readonly error: null; readonly columns?: never }
  | {
      readonly prompts: null
      readonly error: AppError
      /** The columns whose cells it is about; default that of the prompt. */
      readonly columns?: readonly number[]
    }

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
    if (template.unpaired !== null) return { prompts: null, error: braceUnpaired(text, template.unpaired) }
    if (!template.special) return plain(text)
    const values = new Map<string, readonly string[]>()
    const empty: number[] = []
    for (const { key } of template.variables) {
      const column = columns.get(key)
      if (column === undefined) continue
      values.set(key, [cellOf(column)])
      if (cellOf(column).trim() === '') empty.push(column)
    }
    const unknown = unknownVariables(template, values)[0]
    if (unknown !== undefined) return wrong('columnUnknown', { name: unknown.name.slice(0, 100) })
    // A prompt with a gap is likely a mistake, and is paid for all the same.
    if (empty.length > 0) return { prompts: null, error: appError('cellEmpty'), columns: empty }
    const count = countExpansions(template, values)
    if (count > countMaximum) return wrong('rowTooMany', { count: String(count), maximum: countMaximum })
    // Before they are made: a cell may appear in its row's prompt any number of times.
    const problem = problemOf(measureTemplate(template, values), Number(count))
    return problem ?? { prompts: [...expandTemplate(template, values)], error: null }
  }

  return (text, cellOf) => (/[{}\\]/.test(text) ? expanded(text, cellOf) : plain(text))
}

/** Whether a prompt has alternatives, or a brace of some, or of a variable, that has no partner. */
export function seemsExpandable(text: string): boolean {
  // Most prompts with braces have variables alone, which needn't be parsed once more.
  if (!/[{}]/.test(text.replace(/\{\{[^{}]+\}\}/g, ''))) return false
  const { groups, unpaired } = parseTemplate(text)
  return groups.length > 1 || unpaired !== null
}

function plain(text: string): RowPrompts {
  const problem = problemOf({ longest: text.length, blank: text.trim() === '' }, 1)
  return problem ?? { prompts: [text], error: null }
}

function problemOf({ longest, blank }: TemplateMeasure, count: number): RowPrompts | null {
  if (blank) return wrong('promptEmpty')
  const maximum = limits.cellCharacters
  if (longest > maximum) return wrong('cellTooLong', { length: longest, maximum })
  const length = longest * count
  return length > charactersMaximum ? wrong('cellTooLong', { length, maximum: charactersMaximum }) : null
}

function wrong(
  code: 'columnUnknown' | 'rowTooMany' | 'promptEmpty' | 'cellTooLong',
  params: AppError['params'] = {},
): RowPrompts {
  return { prompts: null, error: appError(code, { params }) }
}
