import { negativePrompt } from '@shared/model/brought'
import { type Account, fieldsOf, jsonOf, shownValue } from './account'

type Fields = ReadonlyMap<string, unknown>

const settings = [
  'seed',
  'steps',
  'cfg_scale',
  'guidance_scale',
  'scale',
  'sampler',
  'scheduler',
  'width',
  'height',
]

/** What InvokeAI writes, in its newer and older versions. */
export function readInvoke(text: string | undefined): Account | null {
  const fields = fieldsOf(jsonOf(text))
  if (fields.size === 0) return null
  const model = fieldsOf(fields.get('model'))
  return accountOf(fields, {
    prompt: first(fields, ['positive_prompt', 'prompt']),
    model: shownValue(fields.get('model')) ?? first(model, ['name', 'model_name']),
    tool: 'InvokeAI',
  })
}

/** What NovelAI writes: the prompt as the description, all else as JSON in the comment. */
export function readNovel(named: ReadonlyMap<string, string>): Account | null {
  if (named.get('Software') !== 'NovelAI') return null
  const fields = fieldsOf(jsonOf(named.get('Comment')))
  return accountOf(fields, {
    prompt: shownValue(named.get('Description')) ?? first(fields, ['prompt']),
    model: shownValue(named.get('Source')),
    tool: 'NovelAI',
  })
}

/** JSON that names a prompt, as Fooocus and others write it. */
export function readJsonPrompt(text: string | undefined): Account | null {
  const fields = fieldsOf(jsonOf(text))
  const prompt = first(fields, ['prompt', 'positive_prompt'])
  return prompt === null
    ? null
    : accountOf(fields, {
        prompt,
        model: first(fields, ['base_model', 'model', 'model_name']),
        tool: first(fields, ['version', 'software']),
      })
}

function first(fields: Fields, names: readonly string[]): string | null {
  return names.map((name) => shownValue(fields.get(name))).find((value) => value !== null) ?? null
}

function accountOf(fields: Fields, known: Pick<Account, 'prompt' | 'model' | 'tool'>): Account {
  const negative = first(fields, ['negative_prompt', 'uc'])
  const rest = settings.flatMap((name) => {
    const value = shownValue(fields.get(name))
    return value === null ? [] : [[name, value] as const]
  })
  return {
    ...known,
    facts: [...(negative === null ? [] : [[negativePrompt, negative] as const]), ...rest],
  }
}
