import type { ConnectionDraft } from '@shared/model/connection'
import { noOrigins } from '../db/connectionOrigins'
import { answerTo, placeQuestion } from './placeQuestions'
import type { StoredConnection } from './storedConnection'
import { sameOrigin } from './targets'

/** A key stays with its origin: a new origin starts without one. A newly typed value ends a hold about that value. */
export function savedConnection(
  id: string,
  before: StoredConnection | null,
  draft: ConnectionDraft,
  newKeyId: string | null,
): StoredConnection {
  if (before === null)
    return {
      id,
      kind: 'service',
      draft,
      keyId: newKeyId,
      paused: false,
      hold: null,
      proxyDeclined: false,
      isTaskPathLearned: false,
      taught: [],
      archived: false,
    }
  const stays = sameOrigin(before.draft.baseUrl, draft.baseUrl)
  // What was allowed for one service isn't allowed for another.
  const remaining = (list: 'allowedOrigins' | 'taskOrigins') =>
    draft[list].filter((origin) => stays || !before.draft[list].includes(origin))
  const isLearned = before.isTaskPathLearned && draft.taskPath === before.draft.taskPath
  const saved = {
    ...before,
    draft: {
      ...draft,
      allowedOrigins: remaining('allowedOrigins'),
      taskOrigins: remaining('taskOrigins'),
      taskPath: isLearned && !stays ? null : draft.taskPath,
    },
    isTaskPathLearned: isLearned && stays,
    keyId: newKeyId ?? (stays ? before.keyId : null),
    // Another service answers otherwise.
    taught: stays ? before.taught : [],
  }
  const { hold } = before
  if (hold === null) return saved
  const question = placeQuestion(hold.error)
  const healed =
    (newKeyId !== null && hold.error.code === 'keyRefused') ||
    (question !== null && answerTo(question, saved, noOrigins) === 'yes')
  return healed ? { ...saved, hold: null } : saved
}
