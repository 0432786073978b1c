/** The outcome of a row's images, in the column `status` of a table that is written back. */
export const rowStatus = {
  notQueued: 'not queued',
  doneOf: '{{images}} of {{of}} done',
  several: '{{images}} {{part}}',
  parts: {
    done: 'done',
    failed: 'failed',
    needsYou: 'needs you',
    running: 'running',
    waiting: 'waiting',
    cancelled: 'cancelled',
  },
}
