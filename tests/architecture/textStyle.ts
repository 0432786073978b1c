/** Texts by their path in the catalogue, `errors.offline.cause`. */
export function* textsOf(node: object, path: string): Generator<readonly [string, string]> {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'string') yield [`${path}.${key}`, value]
    else if (typeof value === 'object' && value !== null) yield* textsOf(value, `${path}.${key}`)
  }
}

/** The phrases in the second column of the table “we say, we avoid”, without their quotation marks. */
export function avoidedPhrases(document: string): readonly string[] {
  const [, table = ''] = document.split(/^\| we say \| we avoid \|\n.*\n/m)
  const rows = table.split('\n\n')[0]?.split('\n') ?? []
  return rows.flatMap((row) =>
    [...(row.split('|')[2] ?? '').matchAll(/“([^”]+)”/g)].map(([, said = '']) => said),
  )
}

/** The style faults in a text, each in a few words. `avoided`: phrases, in any case, as whole words. */
export function styleFaults(text: string, avoided: readonly string[]): readonly string[] {
  return [
    ...avoided.filter((phrase) => containsWords(text, phrase)).map((phrase) => `“${phrase}”`),
    ...(/\bsay$/.test(text) ? ['“say” at the end'] : []),
    ...(/\s[,.;:?!](?!\w)/.test(text) ? ['a space before punctuation'] : []),
    ...(/ {2}/.test(text) ? ['two spaces'] : []),
    ...(/["']/.test(text) ? ['a straight quotation mark'] : []),
    ...(text.includes('...') ? ['three dots for …'] : []),
    ...(text.trim() === text && text !== '' ? [] : ['a space at an end, or nothing']),
  ]
}

function containsWords(text: string, phrase: string): boolean {
  const literal = phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\w’])${literal}(?![\\w’])`, 'i').test(text)
}
