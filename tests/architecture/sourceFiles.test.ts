import { parseSync } from '@swc/core'
import { describe, expect, test } from 'vitest'
import { jobStateSchema } from '../../shared/model/job'
import { type SourceFile, sourceFiles } from './sourceFiles'

const maxLines = 400
const files = sourceFiles()
/** The schema as a test writes it down; people read the migrations. */
const written = 'electron/core/db/migrations/wholeSchema.ts'
const isTypeScript = ({ path }: SourceFile): boolean => /\.tsx?$/.test(path)

describe('source files', () => {
  test('are found', () => {
    expect(files.length).toBeGreaterThan(0)
  })

  test(`have at most ${maxLines} lines`, () => {
    const long = files.filter(({ text }) => text.trimEnd().split('\n').length > maxLines)
    expect(long.map(({ path }) => path).filter((path) => path !== written)).toEqual([])
  })

  test('have no `any`', () => {
    // Without the word there is no such type either, and parsing takes a while.
    const loose = files.filter(
      (file) => isTypeScript(file) && /\bany\b/.test(file.text) && hasAny(parse(file)),
    )
    expect(loose.map(({ path }) => path)).toEqual([])
  })

  test('suppress no type errors', () => {
    const silenced = files.filter(
      (file) => isTypeScript(file) && /@ts-(ignore|nocheck|expect-error)\b/.test(comments(file)),
    )
    expect(silenced.map(({ path }) => path)).toEqual([])
  })

  test('never call pipe() on a stream: an unhandled error of either stream would end the process', () => {
    expect(files.filter(pipesBare).map(({ path }) => path)).toEqual([])
  })

  test('list no job states in SQL: a new state would be missing there', () => {
    expect(files.filter(listsStates).map(({ path }) => path)).toEqual([])
  })
})

describe('the search for a bare pipe', () => {
  test('finds one on a stream, and none on a schema', () => {
    const found = (text: string) => pipesBare({ path: 'electron/a.ts', text })
    expect(found('stream.pipe(createGunzip())')).toBe(true)
    expect(found("import { z } from 'zod'\nstream.pipe(createGunzip())")).toBe(true)
    expect(found('z.string().pipe(z.url())')).toBe(false)
    expect(found('texts.pipe(namesSchema).default({})')).toBe(false)
    expect(found('pipeline(stream, createGunzip(), done)')).toBe(false)
  })
})

describe('the search for lists of states', () => {
  test('finds one outside the migrations', () => {
    const text = "db.all(`SELECT 1 FROM jobs WHERE state IN ('sending', 'running')`)"
    expect(listsStates({ path: 'electron/core/library/a.ts', text })).toBe(true)
    expect(listsStates({ path: 'electron/core/db/migrations/a.ts', text })).toBe(false)
    expect(listsStates({ path: 'electron/core/library/a.ts', text: "state = 'queued'" })).toBe(false)
  })
})

describe('the search for `any`', () => {
  test('finds it in a type and not in a string', () => {
    expect(hasAny(parse({ path: 'a.ts', text: 'const list: readonly any[] = []' }))).toBe(true)
    expect(hasAny(parse({ path: 'a.ts', text: "const any = ': any'" }))).toBe(false)
  })
})

function pipesBare({ path, text }: SourceFile): boolean {
  return /^(electron|shared)\//.test(path) && /\.pipe\((?!z\.|\w+Schema\b)/.test(text)
}

/** A migration that was released stays as it is. */
function listsStates({ path, text }: SourceFile): boolean {
  const states = jobStateSchema.options.join('|')
  return (
    /^electron\/core\/(?!db\/migrations\/)/.test(path) &&
    new RegExp(`(?<!items\\.)\\bstate (NOT )?IN \\('(${states})'`).test(text)
  )
}

function parse({ path, text }: SourceFile): unknown {
  return parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'esnext' })
}

function hasAny(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  if ('type' in node && node.type === 'TsKeywordType' && 'kind' in node && node.kind === 'any') return true
  return Object.values(node).some(hasAny)
}

/** Only lines that start as comments: only there does such a directive have an effect. */
function comments({ text }: SourceFile): string {
  return text
    .split('\n')
    .filter((line) => /^\s*(\{?\/\*|\/\/|\*)/.test(line))
    .join('\n')
}
