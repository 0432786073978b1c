import { isLeft, isLeftPath } from '@shared/model/leftFile'
import { describe, expect, test } from 'vitest'

const places = ['/home/me/a b.png', '/.hidden/a', '/a', 'C:\\pictures\\a.png', 'd:\\a...png', '/a/..b']

describe('a file that is left where it is', () => {
  test.each(places)('may lie at %s', (path) => {
    expect(isLeftPath(path)).toBe(true)
    expect(isLeft(path)).toBe(true)
  })

  test.each([
    ...[
      '',
      '/',
      'a.png',
      '2026/a.png',
      './a.png',
      '/a/../b.png',
      '/a/./b.png',
      '/a/..',
      '//host/a.png',
      '/a//b.png',
    ],
    ...['/a\0b.png', 'C:a.png', 'C:\\..\\a.png', 'C:\\a/b.png', 'C:\\a.png:stream', '\\\\host\\share\\a.png'],
    `/${'a'.repeat(40_000)}`,
  ])('never lies at %j', (path) => expect(isLeftPath(path)).toBe(false))

  test.each(['2026/2026-03-01/a.png', 'a:b/c.png', 'a.png'])('is told from one in a library, at %s', (file) =>
    expect(isLeft(file)).toBe(false),
  )
})
