import type { SourceFile } from './sourceFiles'

const problems: readonly (readonly [RegExp, string])[] = [
  [/\bperformance\.(now|mark|measure)\(|\bhrtime\b|\bcpuUsage\(|\bconsole\.time/, 'a stopwatch'],
  [/- Date\.now\(\)/, 'a stopwatch'],
  [/(?<!test\.)\bsetTimeout\(|\bsetTimeout as \w+ } from 'node:timers|\.waitForTimeout\(/, 'a pause'],
  [
    /\b(test|hook)?[tT]imeout(Ms)?: \d|\btest\.setTimeout\(|^\s*}, \d[\d_]{4,}\)$/m,
    'a time limit of its own',
  ],
]

/**
 * What makes a test depend on how fast the machine is: it measures a time, lets time pass, or is given up at another
 * time than the rest. Nothing does where timers are fake, as in every test of the window: no real time passes there.
 */
export function timed({ path, text }: SourceFile): readonly string[] {
  const isWindow = path.startsWith('tests/renderer/') && !text.includes('vi.useRealTimers(')
  if (isWindow || text.includes('vi.useFakeTimers(')) return []
  const found = problems.filter(([pattern]) => pattern.test(text)).map(([, what]) => what)
  for (const [, moment] of text.matchAll(/\b(?:const|let) (\w+) = Date\.now\(\)$/gm))
    if (new RegExp(`- ${moment}\\b`).test(text)) found.push('a stopwatch')
  return [...new Set(found)].map((what) => `${path}: ${what}`)
}
