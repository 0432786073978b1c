import { connectionDefaults, connectionDraftSchema } from '@shared/model/connection'
import { serviceAddress } from '@shared/model/serviceAddress'
import { describe, expect, test } from 'vitest'
import { generationsEndpoint } from '../../../electron/core/service/endpoints'

const endings = ['', '/', '//', '?key=a', '/?a=b', '#top']

describe('an address that was copied from a documentation', () => {
  test.each([
    ['https://host/v1', '/v1'],
    ['https://host:8443/api/v1', '/api/v1'],
    ['https://host/v1/images/generations', '/v1'],
    ['https://host/api/v1/images/generations', '/api/v1'],
    ['https://host/v1/images/tasks/task_77', '/v1'],
    ['https://host/images/generations', ''],
    ['https://host/openai/v2.1-beta', '/openai/v2.1-beta'],
    ['https://host/base/V1', '/base/V1'],
    ['http://127.0.0.1:1234//v1', '/v1'],
    ['https://host/team/images/generations', '/team'],
  ])('%s has the prefix %j, whatever is around it', (address, pathPrefix) => {
    for (const ending of endings) {
      const typed = ` \t${address}${ending}\n`
      const read = serviceAddress(typed)
      expect(read, typed).toEqual({ baseUrl: new URL(address).origin, pathPrefix })
      const draft = { ...connectionDefaults, name: 'Studio', ...read }
      const { baseUrl, pathPrefix: prefix } = connectionDraftSchema.parse(draft)
      expect(generationsEndpoint({ baseUrl, pathPrefix: prefix }).path).toBe(
        `${pathPrefix}/images/generations`,
      )
    }
  })

  test.each([
    ['api.example.com', 'https://api.example.com', null],
    ['api.example.com:8443/base/', 'https://api.example.com:8443/base', null],
    ['api.example.com?key=a', 'https://api.example.com', null],
    ['bücher.example/v1', 'https://xn--bcher-kva.example', '/v1'],
    ['api.example.com/v1/images/generations', 'https://api.example.com', '/v1'],
    ['localhost:8080', 'http://localhost:8080', null],
    ['localhost:8080/v1', 'http://localhost:8080', '/v1'],
    ['127.0.0.1:1234/v1/', 'http://127.0.0.1:1234', '/v1'],
    ['[::1]:1234/v1', 'http://[::1]:1234', '/v1'],
    ['192.168.0.7/v1', 'https://192.168.0.7', '/v1'],
    ['localhost.example.com/v1', 'https://localhost.example.com', '/v1'],
    ['127.example.com', 'https://127.example.com', null],
  ])('gets a scheme where it has none: %s', (typed, baseUrl, pathPrefix) => {
    expect(serviceAddress(` ${typed}\n`)).toEqual({ baseUrl, pathPrefix })
  })

  test.each([
    '',
    'host',
    'a word or two',
    'mailto:ada@example.com',
    'C:\\api.example.com',
    'host/v1',
    'https://host',
    'https://host/',
    'https://host?key=a',
    'https://host:8443/base',
    'https://host/v1/base',
    'https://host/review',
    'https://host/a%20b/v1',
    'https://host/v1/images',
    'https://ada:secret@host/v1',
    'ftp://host/v1',
    'demo:',
  ])('is not %j, which stays as it is typed', (typed) => {
    expect(serviceAddress(typed)).toBeNull()
  })
})
