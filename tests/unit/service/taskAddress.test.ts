import { taskPathSchema } from '@shared/model/connection'
import { describe, expect, test } from 'vitest'
import { pathFor, taskEndpoint } from '../../../electron/core/service/endpoints'
import { knownTaskPaths, namedAddress } from '../../../electron/core/service/taskAddress'

const service = { baseUrl: 'https://api.example/base', pathPrefix: '/v1' }

describe('an address that an answer names', () => {
  test.each([
    ['/v1/tasks/a', '/v1/tasks/a'],
    ['/v1/tasks/a?full=1#top', '/v1/tasks/a?full=1'],
    ['https://api.example/tasks/a', '/tasks/a'],
    // Relative to what was asked, as a Location may be.
    ['generations/a', '/base/v1/images/generations/a'],
    // The service doesn't know that its gateway speaks HTTPS.
    ['http://api.example/tasks/a', '/tasks/a'],
    ['https://tasks.example/a?b=1', 'https://tasks.example/a?b=1'],
    ['http://127.0.0.1:8080/a', 'http://127.0.0.1:8080/a'],
    // A path that leads elsewhere is an address elsewhere.
    ['//evil.example/a', 'https://evil.example/a'],
    ['/\\evil.example/a', 'https://evil.example/a'],
    ['https://api.example:8443/a', 'https://api.example:8443/a'],
    ['https://api.example.evil/a', 'https://api.example.evil/a'],
    // Neither is asked with a key.
    ['http://tasks.example/a', null],
    ['http://api.example:8080/a', null],
    ['https://api.example@evil.example/a', null],
    ['https://user:word@api.example/a', null],
    ['ftp://api.example/a', null],
    ['javascript:alert(1)', null],
    ['https://', null],
    [null, null],
  ])('%s is asked at %s', (named, asked) => {
    expect(namedAddress(named, service)).toBe(asked)
  })

  test('is asked where it leads', () => {
    const at = (named: string) => taskEndpoint(service, 'a', namedAddress(named, service))
    expect(at('/x/a')).toEqual({ origin: 'https://api.example', path: '/x/a', secure: true })
    expect(at('http://127.0.0.1:80/x')).toEqual({ origin: 'http://127.0.0.1', path: '/x', secure: false })
  })

  test('counts for nothing beside the demo service, which has a new address at each start', () => {
    expect(namedAddress('https://evil.example/a', { baseUrl: 'demo:', pathPrefix: '' })).toBeNull()
  })
})

describe('a path for tasks', () => {
  test.each(['/v1/tasks/{id}', '/{id}', '/v1/{id}/status', '/v1/query?task_id={id}&full=1', '/v1/t.{id}-x'])(
    '%s can be typed',
    (path) => {
      expect(taskPathSchema.parse(` ${path} `)).toBe(path)
    },
  )

  test.each([
    '',
    'v1/{id}',
    '/v1/tasks',
    '/{id}/{id}',
    '/{ID}',
    '/a b/{id}',
    '//host/{id}',
    '/../{id}',
    '/a/./{id}',
    '/{id}/..',
    '/a\\{id}',
    '/{id}#a',
    '/a?b?c={id}',
    '/{id}\r\nhost: x',
    '/ä/{id}',
    `/${'a'.repeat(300)}/{id}`,
  ])('%j can’t', (path) => {
    expect(taskPathSchema.safeParse(path).success).toBe(false)
  })

  test('ends where it ended, whatever the id is', () => {
    expect(pathFor('/v1/q?id={id}&x=1', 'a/../b?c&d#e$&')).toBe('/v1/q?id=a%2F..%2Fb%3Fc%26d%23e%24%26&x=1')
  })

  test('those that are tried fit, are few, and begin with the usual ones', () => {
    const paths = knownTaskPaths({ baseUrl: 'https://api.example', pathPrefix: '/api/v1' })
    expect(paths.slice(0, 2)).toEqual(['/api/v1/tasks/{id}', '/v1/tasks/{id}'])
    expect(paths.every((path) => taskPathSchema.safeParse(path).success)).toBe(true)
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths).not.toContain('/api/v1/images/tasks/{id}')
    expect(paths.length).toBeLessThan(50)
  })
})
