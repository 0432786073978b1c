import { appError, issueProblem } from '@shared/errors'
import { type Mode, type SendableDraft, sendableDraftSchema } from '@shared/model/draft'
import { imageAddresses } from '@shared/model/imageAddresses'
import type { RowError, TableDefaults, TableRole } from '@shared/model/table'
import { modeOf } from './modeWords'

/** What a row asks for besides its prompt. */
interface RowOptions {
  /** Null if any of it has an error. */
  readonly options: Omit<SendableDraft, 'prompt'> | null
  readonly errors: readonly RowError[]
}

const optionsSchema = sendableDraftSchema.omit({ prompt: true })
const roles = ['model', 'size', 'n', 'mode', 'image'] as const
/** Tables have the same few values over and over. */
const keptMaximum = 1000
/** The most characters of cells whose result is kept. */
const keptLength = 1000

type TextOf = (role: TableRole) => string

/**
 * Reads and checks the cells of those roles; empty ones stand for the defaults. `columnOf` returns null for a role that
 * no column has; `carries` says whether requests of a mode include a size and references.
 */
export function createRowOptions(
  defaults: TableDefaults,
  columnOf: (role: TableRole) => number | null,
  carries: (mode: Mode) => boolean,
): (textOf: TextOf) => RowOptions {
  const kept = new Map<string, RowOptions>()

  function read(textOf: TextOf): RowOptions {
    const text = (role: TableRole): string => textOf(role).trim()
    const mode = text('mode') === '' ? defaults.mode : modeOf(text('mode'))
    const asked = (inherited: Pick<TableDefaults, 'size' | 'image'>) =>
      optionsSchema.safeParse({
        model: text('model') || defaults.model,
        size: text('size') || inherited.size,
        n: text('n') === '' ? defaults.n : wholeNumber(text('n')),
        mode: mode ?? defaults.mode,
        image: text('image') === '' ? inherited.image : imageUrls(text('image')),
      })
    const whole = asked(defaults)
    // Values that the row neither gives nor sends can't cause an error.
    const parsed = whole.success || carries(mode ?? defaults.mode) ? whole : asked({ size: '', image: [] })
    const errors: RowError[] = (parsed.error?.issues ?? []).map((issue) => {
      const { code, params } = issueProblem(issue)
      const role = roles.find((one) => one === issue.path[0])
      return { column: role === undefined ? null : columnOf(role), error: appError(code, { params }) }
    })
    if (mode === null) {
      const error = appError('modeUnknown', { params: { mode: text('mode').slice(0, 50) } })
      errors.push({ column: columnOf('mode'), error })
    }
    return { errors, options: parsed.success && mode !== null ? parsed.data : null }
  }

  return (textOf) => {
    const key = roles.map(textOf).join('\0')
    const known = kept.get(key)
    if (known !== undefined) return known
    const options = read(textOf)
    if (key.length > keptLength) return options
    if (kept.size >= keptMaximum) kept.clear()
    kept.set(key, options)
    return options
  }
}

function wholeNumber(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null
}

/** The URLs of one cell: a JSON array, or text with addresses. */
function imageUrls(cell: string): string[] {
  return listed(cell) ?? imageAddresses(cell)
}

function listed(cell: string): string[] | null {
  if (!cell.trimStart().startsWith('[')) return null
  try {
    const value: unknown = JSON.parse(cell)
    return Array.isArray(value) && value.every((url) => typeof url === 'string') ? value : null
  } catch {
    return null
  }
}
