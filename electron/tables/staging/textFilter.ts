/** SQL on the rows that contain a text in any cell, whatever the case, with its parameters. */
export interface TextFilter {
  readonly sql: string
  readonly params: readonly string[]
}

/** A cell of `json_each`, as it is shown. */
const shownCell = `CASE type WHEN 'object' THEN value ->> 'json' ELSE value END`

/** The JSON of all cells is checked first, which rules out most rows. The rest are checked cell by cell. */
export function textFilter(text: string): TextFilter {
  return {
    sql: `cells_json LIKE ? ESCAPE '\\'
      AND EXISTS (SELECT 1 FROM json_each(cells_json) WHERE ${shownCell} GLOB ?)`,
    params: [roughPattern(text), exactPattern(text)],
  }
}

/** LIKE ignores case for ASCII only, so every other letter becomes a wildcard. */
function roughPattern(text: string): string {
  const inJson = JSON.stringify(text).slice(1, -1)
  return `%${inJson.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/[^ -~]+/g, '%')}%`
}

function exactPattern(text: string): string {
  const characters = [...text].map((character) => {
    const cases = new Set([character, character.toLowerCase(), character.toUpperCase()])
    const single = [...cases].filter((one) => [...one].length === 1)
    return single.length > 1 || '*?['.includes(character) ? `[${single.join('')}]` : character
  })
  return `*${characters.join('')}*`
}
