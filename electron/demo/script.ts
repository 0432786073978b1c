import { type DialectName, dialectNames } from './dialects/dialects'

/**
 * What the service does when a prompt has these words in square brackets; for tests, and for people who want to see it.
 *
 * | words         | what happens                                                                          |
 * |---------------|---------------------------------------------------------------------------------------|
 * | `[refuse]`    | the request is refused: 400, in words of moderation                                   |
 * | `[refuse 2]`  | image 2 is refused, the others arrive; also `[refuse 2,3]`                            |
 * | `[fail]`      | the task fails at its end; a synchronous request: 500                                 |
 * | `[slow]`      | takes ten times as long                                                               |
 * | `[yield 4]`   | yields four images one after another, however many were asked for                     |
 * | `[500]`       | 500 with an error in JSON; not processed                                              |
 * | `[html]`      | 502 with an HTML page; not processed                                                  |
 * | `[rubbish]`   | 200 with a body that is not JSON; not processed                                       |
 * | `[drop]`      | the connection is closed without an answer; the request *is* processed                |
 * | `[429]`       | 429 with `Retry-After: 1` the first time a request comes, then it is accepted         |
 * | `[402]`       | 402, no credit is left                                                                |
 * | `[echo]`      | 400 with an error that repeats the Authorization header                               |
 * | `[dialect lone]` | words its answers as another family of services does: see `dialects/`               |
 *
 * If several words decide the answer, the first one in the prompt counts.
 */
export interface Script {
  /** Given instead of accepting the request, or (`drop`) after accepting it; null accepts it. */
  readonly answer: ScriptedAnswer | null
  /** 0-based indices. */
  readonly refusedImages: readonly number[]
  readonly fails: boolean
  readonly slow: boolean
  /** The number of images it yields; null for as many as are requested. */
  readonly yields: number | null
  /** How it words its answers; null as the interface does. */
  readonly dialect: DialectName | null
  /** The prompt without these words; the whole prompt if there is nothing else in it. */
  readonly subject: string
}

const answers = ['refuse', '500', 'html', 'rubbish', 'drop', '429', '402', 'echo'] as const

export type ScriptedAnswer = (typeof answers)[number]

/** How much longer a `[slow]` task takes. */
export const slowFactor = 10

const words = new RegExp(
  `\\[(${answers.join('|')}|dialect (?:${dialectNames.join('|')})|fail|slow|yield \\d{1,2}|refuse( \\d{1,2}(?:, ?\\d{1,2})*))\\]`,
  'g',
)

export function readScript(prompt: string): Script {
  const found = [...prompt.matchAll(words)].map(([, word = '', images]) => ({ word, images }))
  const subject = prompt.replace(words, ' ').replace(/\s+/g, ' ').trim()
  const given = new Set(found.map(({ word }) => word))
  return {
    answer: [...given].flatMap((word) => answers.filter((answer) => answer === word))[0] ?? null,
    refusedImages: found.flatMap(({ images }) =>
      images ? images.split(',').map((image) => Number(image) - 1) : [],
    ),
    fails: given.has('fail'),
    slow: given.has('slow'),
    yields: yieldsOf(given),
    dialect: dialectNames.find((name) => given.has(`dialect ${name}`)) ?? null,
    subject: subject === '' ? prompt.trim() : subject,
  }
}

/** From 1 to 10, as a request may ask for. */
function yieldsOf(words: ReadonlySet<string>): number | null {
  const word = [...words].find((one) => one.startsWith('yield '))
  return word === undefined ? null : Math.min(10, Math.max(1, Number(word.slice('yield '.length))))
}
