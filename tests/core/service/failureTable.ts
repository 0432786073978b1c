import { expect } from 'vitest'
import type { ServiceClientDeps } from '../../../electron/core/service/createServiceClient'
import type { DownloadVerdict, PollVerdict, SubmitVerdict } from '../../../electron/core/service/verdict'
import { temporaryFolder } from '../../support/temporaryFolder'
import { direct, startClient, submit, target, untouched } from './serviceHarness'

/** The address at which a service, or whatever is in its place, is reached. */
export interface Place {
  readonly baseUrl: string
  readonly proxy?: string
  readonly options?: Partial<ServiceClientDeps>
}

/** Verdict, error and any wait: of a paid request in both modes, of a poll and of a download. */
export interface Expected {
  readonly post: string
  readonly poll: string
  readonly download: string
}

/** The phrases about quota and policy in it are the user's, never the service's. */
export const prompt = 'a lighthouse with a quota exceeded, as our content policy has it'
export const request = { model: 'm', prompt }

export function told(verdict: SubmitVerdict | PollVerdict | DownloadVerdict): string {
  const parts: string[] = [verdict.kind]
  if ('error' in verdict) parts.push(verdict.error.code)
  if ('hold' in verdict && verdict.hold) parts.push('and holds')
  if ('retryAfterMs' in verdict && verdict.retryAfterMs !== null) parts.push(`after ${verdict.retryAfterMs}`)
  return parts.join(' ')
}

/**
 * One row of the design's failure table: every column by a real call. The queue tests show what a verdict
 * then does to the job, and the kill tests what a kill does.
 */
export async function expectRow(place: Place, { post, poll, download }: Expected): Promise<void> {
  const { baseUrl, proxy = null, options = {} } = place
  const { client } = startClient(options)
  const to = target(baseUrl, { proxy })
  const toFile = `${temporaryFolder()}/image.part`
  const verdicts = await Promise.all([
    submit(client, to, { ...direct, request }),
    submit(client, to, { ...direct, request, mode: 'background' }),
    client.poll(to, 'task-1', { prompt, signal: untouched }),
    client.download('/files/1.png', { toFile, target: to, withKey: false, signal: untouched }),
  ])
  expect(verdicts.map(told)).toEqual([post, post, poll, download])
}

export const retried = (post: string, code: string): Expected => ({
  post: `${post} ${code}`,
  poll: `retry ${code}`,
  download: `retry ${code}`,
})
