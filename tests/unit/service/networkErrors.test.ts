import { expect, test } from 'vitest'
import { networkError, ProxyRefusal } from '../../../electron/core/service/networkErrors'

const failure = (code: string) => Object.assign(new Error('failed'), { code })
const before = { written: false, secure: true }
const after = { written: true, secure: true }

test.each([
  ['ENOTFOUND', 'hostNotFound'],
  ['EAI_AGAIN', 'offline'],
  ['ENETUNREACH', 'offline'],
  ['EHOSTUNREACH', 'hostUnreachable'],
  ['ECONNREFUSED', 'connectionRefused'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connectTimeout'],
  ['ETIMEDOUT', 'connectTimeout'],
  ['ECONNRESET', 'tlsFailed'],
  ['EPROTO', 'tlsFailed'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tlsFailed'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificateUntrusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificateUntrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificateUntrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificateUntrusted'],
  ['CERT_HAS_EXPIRED', 'certificateUntrusted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificateUntrusted'],
  ['HOSTNAME_MISMATCH', 'certificateUntrusted'],
])('before our headers were written %s is %s', (cause, code) => {
  expect(networkError(failure(cause), before)).toMatchObject({ code, retry: 'free', detail: { cause } })
})

test.each([
  ['ECONNRESET', 'connectionLost'],
  ['EPIPE', 'connectionLost'],
  ['ETIMEDOUT', 'connectionLost'],
  ['EHOSTUNREACH', 'connectionLost'],
  ['UND_ERR_SOCKET', 'connectionLost'],
  ['UND_ERR_HEADERS_TIMEOUT', 'answerTimeout'],
  ['UND_ERR_BODY_TIMEOUT', 'answerTimeout'],
  ['HPE_INVALID_CONSTANT', 'answerUnreadable'],
  ['SOMETHING_NEW', 'connectionLost'],
])('after our headers were written %s is %s', (cause, code) => {
  expect(networkError(failure(cause), after)).toMatchObject({ code, retry: 'maybeTwice', detail: { cause } })
})

test('the cause is found inside several failures and inside one that wraps another', () => {
  const several = new AggregateError([failure('ECONNREFUSED'), failure('ENETUNREACH')])
  expect(networkError(several, before).code).toBe('connectionRefused')
  expect(networkError(new Error('fetch failed', { cause: failure('ENOTFOUND') }), before).code).toBe(
    'hostNotFound',
  )
  expect(networkError(new ProxyRefusal('407'), before)).toMatchObject({
    code: 'proxyRefused',
    detail: { cause: '407' },
  })
  expect(networkError('odd', before)).toMatchObject({ detail: { cause: 'unknown' } })
})

test('a failure’s own message is never kept: it may quote the address or the key', () => {
  const error = Object.assign(new Error('GET https://u:p@h/?key=secret'), { code: 'ECONNRESET' })
  expect(JSON.stringify(networkError(error, after))).not.toContain('secret')
})
