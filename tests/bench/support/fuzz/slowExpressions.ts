import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from '@swc/core'

/** A bench is run from the root of the project. */
const folder = resolve('electron/core/service/answers')

/** Characters of each text. */
const length = 100_000
const fills = [
  ' ',
  'a',
  '1',
  '_',
  '-',
  '.',
  ',',
  '=',
  '/',
  '\n',
  'é',
  '余',
  '1s',
  'a ',
  'a1',
  '<',
  '0.',
  '""',
] as const

interface Expression {
  readonly place: string
  readonly pattern: RegExp
}

/** The regular expressions with which answers are read, each as it is written. */
function expressions(): readonly Expression[] {
  return readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return literalsIn(parseSync(text, { syntax: 'typescript', target: 'esnext' })).map((pattern) => ({
      place: `${name} ${pattern}`,
      pattern,
    }))
  })
}

function literalsIn(node: unknown): readonly RegExp[] {
  if (Array.isArray(node)) return node.flatMap(literalsIn)
  if (typeof node !== 'object' || node === null) return []
  if ('type' in node && node.type === 'RegExpLiteral' && 'pattern' in node && 'flags' in node)
    return [new RegExp(String(node.pattern), String(node.flags))]
  return Object.values(node).flatMap(literalsIn)
}

/** What nearly matches: words of the expression itself, followed by whatever it may repeat. */
function textsFor({ source }: RegExp): readonly string[] {
  const words = [...new Set(source.match(/\p{L}{2,}/gu) ?? [])]
  const alone = fills.map((fill) => fill.repeat(length / fill.length))
  const near = words.flatMap((word) => [
    `${word} `.repeat(length / (word.length + 1)),
    word.repeat(length / word.length),
    ...fills.map((fill) => `${word}${fill.repeat(length / fill.length)}`),
    ...fills.map((fill) => `${word} ${`a${fill}`.repeat(length / (fill.length + 1))}`),
  ])
  return [...alone, ...near].flatMap((text) => [text, `${text}!`])
}

/** How long the slowest text takes each expression, in milliseconds; the slowest expression first. */
export function timeExpressions(): readonly (readonly [place: string, ms: number])[] {
  return expressions()
    .map(({ place, pattern }): readonly [string, number] => {
      let slowest = 0
      for (const text of textsFor(pattern)) {
        const begun = performance.now()
        text.replace(pattern, '')
        slowest = Math.max(slowest, performance.now() - begun)
      }
      return [place, slowest]
    })
    .sort(([, one], [, other]) => other - one)
}
