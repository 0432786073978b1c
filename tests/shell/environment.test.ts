import { expect, test } from 'vitest'
import { dropWeakening } from '../../electron/shell/hardening'
import { memoryLogger } from '../support/testPorts'

test('drops variables that weaken TLS and says so, and keeps all others', () => {
  const logger = memoryLogger()
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', SSLKEYLOGFILE: '/tmp/keys', HOME: '/home/a' }
  dropWeakening(env, logger)
  expect(env).toEqual({ HOME: '/home/a' })
  expect(logger.lines).toMatchObject([
    { level: 'warn', event: 'environment.dropped', fields: { name: 'NODE_TLS_REJECT_UNAUTHORIZED' } },
    { level: 'warn', event: 'environment.dropped', fields: { name: 'SSLKEYLOGFILE' } },
  ])
  dropWeakening(env, logger)
  expect(logger.lines).toHaveLength(2)
})
