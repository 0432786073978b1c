import type { Logger } from '../core/ports'

/**
 * Variables that weaken what TLS keeps from others: one trusts any certificate, the other writes the keys of every
 * connection into a file. The processes of the app would inherit them.
 */
const weakening = ['NODE_TLS_REJECT_UNAUTHORIZED', 'SSLKEYLOGFILE'] as const

/** Takes such variables out of the environment and says so in the log. */
export function dropWeakening(env: NodeJS.ProcessEnv, logger: Pick<Logger, 'warn'>): void {
  for (const name of weakening) {
    if (env[name] === undefined) continue
    delete env[name]
    logger.warn('environment.dropped', { name })
  }
}
