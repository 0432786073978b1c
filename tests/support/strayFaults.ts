import { createServiceClient as createRealClient } from '../../electron/core/service/createServiceClient'
import type { ServiceClient } from '../../electron/core/service/serviceClient'

/**
 * A client with an unhandled bug. `STRAY_FAULT` names a call and, after the colon, what it must be about:
 * such a call ends the process; `silence` instead leaves polls without an answer. Without `STRAY_FAULT` it is the real
 * client.
 */
export const createServiceClient: typeof createRealClient = (deps) => {
  const client = createRealClient(deps)
  const [way, about = ''] = (process.env.STRAY_FAULT ?? '').split(':')

  /** Never settles. */
  function fall<T>(): Promise<T> {
    setImmediate(() => {
      throw new Error('a stray fault')
    })
    return new Promise(() => {})
  }

  const faulty: Partial<ServiceClient> = {
    poll: (target, taskId, options) =>
      options.prompt.includes(about) ? fall() : client.poll(target, taskId, options),
    download: (url, options) => (options.toFile.includes(about) ? fall() : client.download(url, options)),
    readSubmit: (exchange, context) =>
      context.prompt.includes(about) ? fall() : client.readSubmit(exchange, context),
    async send(...given) {
      await client.send(...given)
      return fall()
    },
    sweep: () => fall(),
  }
  if (way === 'silence')
    return {
      ...client,
      poll: (target, taskId, options) =>
        options.prompt.includes(about) ? new Promise(() => {}) : client.poll(target, taskId, options),
    }
  const ways = Object.entries(faulty).filter(([name]) => name === way)
  return { ...client, ...Object.fromEntries(ways) }
}
