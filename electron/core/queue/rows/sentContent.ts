import type { Connection } from '@shared/model/connection'
import type { ReadContext, SentContent } from '../../service/answers/answerReading'
import type { StoredJob } from './jobFields'

type Taught = Pick<Connection, 'taught'> | null

/** What answers about a job's task are read with: what was sent for it, and what its connection was taught. */
export const sentContent = ({ request }: Pick<StoredJob, 'request'>, connection: Taught): SentContent => ({
  prompt: request.prompt,
  references: request.image,
  taught: connection?.taught,
})

/** The same for the answer to its paid request. */
export const requestContext = (
  job: Pick<StoredJob, 'request' | 'mode'>,
  connection: Taught,
): ReadContext => ({
  ...sentContent(job, connection),
  asked: job.mode === 'direct' ? (job.request.n ?? 1) : null,
})
