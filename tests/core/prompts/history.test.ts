import { describe, expect, test } from 'vitest'
import { openPrompts } from './promptsHarness'

describe('the history of prompts', () => {
  test('is newest first, with each text only once', () => {
    const { record, openings } = openPrompts()
    for (const prompt of ['a fern', 'a heron', 'a fern ', 'a fern']) record(prompt)
    expect(openings()).toEqual(['a fern', 'a fern ', 'a heron'])
  })

  test('keeps the newest thousand', () => {
    const { db, prompts, openings } = openPrompts()
    db.transaction(() => {
      for (let i = 1; i <= 1005; i++) prompts.history.add(`prompt ${i}`)
    })
    expect(openings()).toHaveLength(1000)
    expect(openings()[0]).toBe('prompt 1005')
    expect(openings().at(-1)).toBe('prompt 6')
  })

  test('keeps five million characters at most, and the newest prompt whatever its length', () => {
    const { prompts, record, openings } = openPrompts()
    const long = (letter: string) => letter.repeat(999_999)
    for (const letter of ['a', 'b', 'c', 'd', 'e', 'f']) record(long(letter))
    expect(openings().map((opening) => opening[0])).toEqual(['f', 'e', 'd', 'c', 'b'])
    const newest = prompts.history.step(null, 'older')
    expect(newest?.prompt).toBe(long('f'))
  })

  test.each([
    ['words in any order, whatever the case', 'FERN blue', ['A blue cyanotype of a fern']],
    ['parts of words', 'cyano', ['A blue cyanotype of a fern']],
    ['two characters of CJK text', '灯塔', ['黄昏的灯塔，水彩']],
    ['one character of CJK text', '塔', ['黄昏的灯塔，水彩']],
    ['letters with accents, whatever the case', 'ÉTANG', ['Un étang au crépuscule']],
    ['full width as half width', 'ｆｅｒｎ', ['A blue cyanotype of a fern']],
    ['what SQL would take for a pattern', '100%_', ['100%_ cotton']],
    ['nothing', 'submarine', []],
  ])('finds entries by %s', (_, text, found) => {
    const { record, openings } = openPrompts()
    for (const prompt of [
      'A blue cyanotype of a fern',
      '黄昏的灯塔，水彩',
      'Un étang au crépuscule',
      '100%_ cotton',
      '100 cottons',
    ]) {
      record(prompt)
    }
    expect(openings(text)).toEqual(found)
  })

  test('is read in windows, with the number of all matches', () => {
    const { prompts, record } = openPrompts()
    for (const prompt of ['fern 1', 'heron', 'fern 2', 'fern 3']) record(prompt)
    const { total, rows } = prompts.history.search({ text: 'fern', offset: 1, limit: 1 })
    expect({ total, rows: rows.map(({ opening }) => opening) }).toEqual({ total: 3, rows: ['fern 2'] })
  })

  test('lists the beginning of a long prompt and returns the whole of it', () => {
    const { prompts, record } = openPrompts()
    const prompt = '蕨'.repeat(5000)
    record(prompt)
    const [row] = prompts.history.search({ text: '', offset: 0, limit: 1 }).rows
    expect(row?.opening).toBe('蕨'.repeat(300))
    expect(prompts.history.entry(row?.number ?? 0).prompt).toBe(prompt)
  })

  test('keeps what follows a NUL character', () => {
    const { record, openings } = openPrompts()
    record('a\0fern')
    expect(openings()).toEqual(['a\u2400fern'])
  })

  test('can be stepped through prompt by prompt, and stops at both ends', () => {
    const { prompts, record } = openPrompts()
    for (const prompt of ['first', 'second', 'third']) record(prompt)
    const { step } = prompts.history
    const third = step(null, 'older')
    const second = step(third?.number ?? 0, 'older')
    const first = step(second?.number ?? 0, 'older')
    expect([third, second, first].map((entry) => entry?.prompt)).toEqual(['third', 'second', 'first'])
    expect(step(first?.number ?? 0, 'older')).toBeNull()
    expect(step(second?.number ?? 0, 'newer')?.prompt).toBe('third')
    expect(step(third?.number ?? 0, 'newer')).toBeNull()
    // Queued again, it is the newest; its former place still leads on.
    record('second')
    expect(step(second?.number ?? 0, 'newer')?.prompt).toBe('third')
  })

  test('forgets one, and restores it in its place', () => {
    const { prompts, record, openings } = openPrompts()
    for (const prompt of ['first', 'second', 'third']) record(prompt)
    const { number } = prompts.history.search({ text: 'second', offset: 0, limit: 1 }).rows[0] ?? {
      number: 0,
    }
    expect(prompts.history.forget(number)).toBe(1)
    expect(openings()).toEqual(['third', 'first'])
    expect(() => prompts.history.entry(number)).toThrow('rowMissing')
    expect(prompts.history.recall()).toBe(1)
    expect(openings()).toEqual(['third', 'second', 'first'])
  })

  test('forgets all, and restores all', () => {
    const { prompts, record, openings } = openPrompts()
    for (const prompt of ['first', 'second', 'third']) record(prompt)
    expect(prompts.history.forget(null)).toBe(3)
    expect(openings()).toEqual([])
    expect(prompts.history.step(null, 'older')).toBeNull()
    prompts.history.recall()
    expect(openings()).toEqual(['third', 'second', 'first'])
  })

  test('restores the last deletion only, and none after a restart', () => {
    const { db, prompts, record, openings } = openPrompts()
    for (const prompt of ['first', 'second', 'third']) record(prompt)
    const number = (text: string) =>
      prompts.history.search({ text, offset: 0, limit: 1 }).rows[0]?.number ?? 0
    prompts.history.forget(number('first'))
    prompts.history.forget(number('second'))
    expect(prompts.history.recall()).toBe(1)
    expect(openings()).toEqual(['third', 'second'])

    prompts.history.forget(null)
    const again = openPrompts(db)
    expect(again.prompts.history.recall()).toBe(0)
    expect(db.all('SELECT * FROM prompt_history')).toEqual([])
  })

  test('records a forgotten prompt again when it is queued again', () => {
    const { prompts, record, openings } = openPrompts()
    record('first')
    prompts.history.forget(null)
    record('first')
    expect(openings()).toEqual(['first'])
    expect(prompts.history.recall()).toBe(0)
  })
})
