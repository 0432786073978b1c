import type { Logger } from '../core/ports'

/**
 * Variables that weaken TLS: one trusts any certificate, the other writes the keys of every connection to a file. The
 * app's processes would inherit them.
 */
const weakening = ['NODE_TLS_REJECT_UNAUTHORIZED', 'SSLKEYLOGFILE'] as const

/** Removes these variables from the environment and logs it. */
export function dropWeakening(env: NodeJS.ProcessEnv, logger: Pick<Logger, 'warn'>): void {
  for (const name of weakening) {
    if (env[name] === undefined) continue
    delete env[name]
    logger.warn('environment.dropped', { name })
  }
}
