import type { Carrier, StatedFact, WrittenField } from '@shared/model/copyAccount'

/** What exiftool read in a file, in the words of what was said to be in it. */

type Tags = Readonly<Record<string, unknown>>

const xmp: Readonly<Record<string, StatedFact>> = {
  Description: 'prompt',
  AIPromptInformation: 'prompt',
  RevisedPrompt: 'revisedPrompt',
  AISystemVersionUsed: 'model',
  Model: 'model',
  AISystemUsed: 'system',
  DigitalSourceType: 'source',
  Size: 'size',
  Images: 'images',
  Subject: 'collections',
  Rating: 'rating',
  CreateDate: 'saved',
  SavedAt: 'saved',
  TaskId: 'task',
  CreatorTool: 'program',
}

/** Each thing that a form says of a fact. */
export type Found = readonly (readonly [carrier: Carrier, fact: StatedFact, value: string])[]

/** In one order, and each once: two properties may say the same. */
export const sorted = (found: Found): readonly string[] =>
  [...new Set(found.map((one) => one.join(' | ')))].toSorted()

export const foundOf = (fields: readonly WrittenField[]): Found =>
  fields.flatMap(({ fact, values, carriers }) =>
    carriers.map(
      (carrier) => [carrier, fact, fact === 'saved' ? timeIn(values[0] ?? '') : values.join(', ')] as const,
    ),
  )

/** Everything there is, so that what wasn't foreseen is found too. */
export function readFields(tags: Tags): Found {
  const has = (name: string): string => [tags[name] ?? ''].flat().join(', ')
  const packet = Object.keys(tags).flatMap((tag) => {
    const [group, name = ''] = tag.split(':')
    if (group !== 'XMP' || name === 'XMPToolkit' || name === 'HasExtendedXMP') return []
    const fact = xmp[name]
    if (fact === undefined) throw new Error(`nobody said that there is ${tag}`)
    return [['xmp', fact, fact === 'saved' ? timeIn(has(tag)) : has(tag)] as const]
  })
  const comment = has('EXIF:UserComment')
  const parameters = webUiOf(has('PNG:Parameters')) ?? webUiOf(comment)
  const taken = has('EXIF:DateTimeOriginal')
  const invoke = has('PNG:Invokeai_metadata')
  return [
    ...packet,
    ...(taken === ''
      ? []
      : [['exif', 'saved', timeIn(`${taken}${has('EXIF:OffsetTimeOriginal')}`)] as const]),
    ...(has('EXIF:Software') === '' ? [] : [['exif', 'program', has('EXIF:Software')] as const]),
    ...(comment === '' || parameters !== null ? [] : [['exif', 'prompt', comment] as const]),
    ...(parameters ?? []),
    ...(invoke === '' ? [] : invokeOf(invoke)),
  ]
}

/** As exiftool writes a time, and as XMP does. */
const timeIn = (text: string): string => text.replace(/^(\d{4})[:-](\d\d)[:-](\d\d)[T ]/, '$1-$2-$3T')

function webUiOf(text: string): Found | null {
  const [, prompt = '', pixels = '', model = '', program = ''] =
    /^(.*)\nSize: (\w+), Model: (.*), Version: (\w+)$/s.exec(text) ?? []
  return pixels === '' ? null : said('webUi', { prompt, pixels, model, program })
}

function invokeOf(text: string): Found {
  const { positive_prompt, model, width, height, app_version } = JSON.parse(text)
  const pixels = `${width}x${height}`
  return said('invokeai', { prompt: positive_prompt, model: model.name, pixels, program: app_version })
}

const said = (carrier: Carrier, values: Partial<Record<StatedFact, string>>): Found =>
  Object.entries(values).flatMap(([fact, value]) =>
    value === '' ? [] : [[carrier, fact as StatedFact, value] as const],
  )
