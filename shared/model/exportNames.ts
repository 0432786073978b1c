/** What a template of names may contain, and what may follow the colon: `{date:YYYY-MM-DD}`, `{prompt:40}`. */
const tokenArguments = {
  /** As the file is called in the library; in the export of a batch, by its place there. */
  file: null,
  date: 'date',
  time: null,
  batch: null,
  /** The user's name for the image, otherwise its prompt. */
  name: 'characters',
  /** Of the table that the image came from. */
  row: 'digits',
  prompt: 'characters',
  model: null,
  size: null,
  width: null,
  height: null,
  /** Among the images of its request, from 1; the next number if that name is taken. */
  index: 'digits',
  /** Among the images of the export, from 1. */
  counter: 'digits',
  rating: null,
  job: null,
  /** The user's own key of the table's row. */
  key: null,
  ext: null,
} as const

export type NameToken = keyof typeof tokenArguments

export const nameTokens = Object.keys(tokenArguments) as readonly NameToken[]

export const templateMaximum = 500
/** The most folders and the file itself. */
export const depthMaximum = 8

export type NamePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'token'; readonly token: NameToken; readonly argument: string | null }

export interface NameTemplate {
  readonly folders: readonly (readonly NamePart[])[]
  /** Without the ending, which the format decides. */
  readonly file: readonly NamePart[]
}

export const nameProblemKinds = [
  'tokenUnknown',
  'tokenUnclosed',
  'argumentInvalid',
  'nameEmpty',
  'foldersTooDeep',
  /** Only to be said: the names are numbered. */
  'namesRepeat',
] as const

/** Where in a template something is, in UTF-16 units from 0; `text` is what stands there. */
export interface NameProblem {
  readonly kind: (typeof nameProblemKinds)[number]
  readonly at: number
  readonly text: string
}

/** Which differ among images that were made together. */
const telling: ReadonlySet<NameToken> = new Set([
  ...(['file', 'time', 'name', 'row', 'prompt', 'index', 'counter', 'job', 'key'] as const),
])

const argumentFits = {
  date: (argument: string) => /^(?:YY|MM|DD|[-_. ])+$/.test(argument) && /[YMD]/.test(argument),
  characters: (argument: string) => /^(?:[1-9]\d?|100)$/.test(argument),
  digits: (argument: string) => /^[1-9]$/.test(argument),
} as const

interface Placed {
  readonly part: NamePart
  readonly at: number
}

const isToken = (name: string): name is NameToken => Object.hasOwn(tokenArguments, name)

/** Reads a template; the first problem, or null, is that of the whole. A template with `namesRepeat` can be used. */
export function readNameTemplate(text: string): {
  readonly template: NameTemplate | null
  readonly problem: NameProblem | null
} {
  const components: Placed[][] = [[]]
  const starts = [0]
  const add = (part: NamePart, at: number) => components.at(-1)?.push({ part, at })
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at)
    if (character === '/') {
      components.push([])
      starts.push(at + 1)
      at++
    } else if (character === '{') {
      const end = text.indexOf('}', at)
      if (end < 0) return failed('tokenUnclosed', at, text.slice(at))
      const whole = text.slice(at, end + 1)
      const [name = '', ...rest] = whole.slice(1, -1).split(':')
      if (!isToken(name)) return failed('tokenUnknown', at, whole)
      const argument = rest.length === 0 ? null : rest.join(':')
      const wanted = tokenArguments[name]
      if (argument !== null && (wanted === null || !argumentFits[wanted](argument)))
        return failed('argumentInvalid', at, whole)
      add({ kind: 'token', token: name, argument }, at)
      at = end + 1
    } else {
      const next = text.slice(at).search(/[{/]/)
      const end = next < 0 ? text.length : at + next
      add({ kind: 'text', text: text.slice(at, end) }, at)
      at = end
    }
  }
  if (components.length > depthMaximum)
    return failed('foldersTooDeep', starts[depthMaximum] ?? 0, text.slice(starts[depthMaximum]))
  const [file = [], ...folders] = [withoutEnding(components.at(-1) ?? []), ...components.slice(0, -1)]
  const empty = [...folders, file].findIndex(isEmpty)
  if (empty >= 0) {
    // The file comes last in the text.
    const place = empty === folders.length ? components.length - 1 : empty
    return failed('nameEmpty', starts[place] ?? 0, text.slice(starts[place]).split('/')[0] ?? '')
  }
  const parts = ({ part }: Placed) => part
  const template = { folders: folders.map((one) => one.map(parts)), file: file.map(parts) }
  const tells = [...template.folders.flat(), ...template.file].some(
    (part) => part.kind === 'token' && telling.has(part.token),
  )
  return { template, problem: tells ? null : { kind: 'namesRepeat', at: text.length, text: '' } }
}

function failed(kind: NameProblem['kind'], at: number, text: string) {
  return { template: null, problem: { kind, at, text } }
}

/** Only spaces, dots and what is replaced anyway: no name would be left of it. */
const isEmpty = (parts: readonly Placed[]): boolean =>
  parts.every(({ part }) => part.kind === 'text' && !/[^\s.]/u.test(part.text))

/** `{name}.{ext}` says the same as `{name}`. */
function withoutEnding(parts: readonly Placed[]): readonly Placed[] {
  const last = parts.at(-1)?.part
  if (last?.kind !== 'token' || last.token !== 'ext') return parts
  const before = parts.at(-2)
  if (before === undefined || before.part.kind !== 'text' || !before.part.text.endsWith('.')) return parts
  const text = before.part.text.slice(0, -1)
  return [
    ...parts.slice(0, -2),
    ...(text === '' ? [] : [{ ...before, part: { kind: 'text', text } as const }]),
  ]
}
