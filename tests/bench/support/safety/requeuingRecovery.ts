import {
  recover as realRecover,
  recoverAnswer,
} from '../../../../electron/core/queue/engine/sending/recovery'

export { recoverAnswer }

/** A recovery that takes what was being sent for unsent: the mistake that the bench must find. */
export const recover: typeof realRecover = async (deps) => {
  deps.db.run("UPDATE jobs SET state = 'queued', sent_at = NULL WHERE state = 'sending'")
  await realRecover(deps)
}
