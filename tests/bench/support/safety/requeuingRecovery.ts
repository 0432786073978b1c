import {
  recover as realRecover,
  recoverAnswer,
} from '../../../../electron/core/queue/engine/sending/recovery'

export { recoverAnswer }

/** A recovery that takes what was being sent for unsent: the mistake that the bench must find. */
export const recover: typeof realRecover = async (deps) => {
  const sending = deps.db.all<{ id: string }>("SELECT id FROM jobs WHERE state = 'sending'")
  await realRecover(deps)
  deps.db.run(
    `UPDATE jobs SET state = 'queued', sent_at = NULL, ended_at = NULL, billed = 'no', error_json = NULL
     WHERE state = 'uncertain' AND id IN (SELECT value FROM json_each(:ids))`,
    { ids: JSON.stringify(sending.map(({ id }) => id)) },
  )
}
