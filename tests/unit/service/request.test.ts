import { expect, test } from 'vitest'
import {
  generationsEndpoint,
  isSendableKey,
  requestBody,
  taskEndpoint,
} from '../../../electron/core/service/endpoints'
import type { Target } from '../../../electron/core/service/target'

const target: Target = { baseUrl: 'https://h:8443/base', pathPrefix: '/api/v1', key: 'k', proxy: null }

test('a direct request has the fields of the frozen request, and no async', () => {
  const request = { model: 'm', prompt: 'p', size: '1x1', n: 2, image: ['https://r/1.png'] }
  expect(JSON.parse(requestBody('direct', request))).toEqual(request)
  expect(JSON.parse(requestBody('direct', { model: 'm', prompt: 'p' }))).toEqual({ model: 'm', prompt: 'p' })
})

test('a background request has model, prompt and async, and options only if the frozen request has them', () => {
  expect(requestBody('background', { model: 'm', prompt: 'p' })).toBe(
    '{"model":"m","prompt":"p","async":true}',
  )
  expect(JSON.parse(requestBody('background', { model: 'm', prompt: 'p', n: 2 }))).toEqual({
    model: 'm',
    prompt: 'p',
    n: 2,
    async: true,
  })
})

test('paths keep the base path and the prefix, and encode any task id as one segment', () => {
  expect(generationsEndpoint(target)).toEqual({
    origin: 'https://h:8443',
    path: '/base/api/v1/images/generations',
    secure: true,
  })
  expect(taskEndpoint({ ...target, baseUrl: 'http://127.0.0.1:1', pathPrefix: '' }, '../a b?c#%é')).toEqual({
    origin: 'http://127.0.0.1:1',
    path: '/images/tasks/..%2Fa%20b%3Fc%23%25%C3%A9',
    secure: false,
  })
})

test('a key that no header can hold is recognised', () => {
  expect(['sk-1', 'clé', null].map(isSendableKey)).toEqual([true, true, true])
  expect(['a\nb', '', '钥匙'].map(isSendableKey)).toEqual([false, false, false])
})
