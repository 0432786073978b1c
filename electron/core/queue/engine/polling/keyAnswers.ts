import type { PolledTask } from './polledTasks'

/** What polls show about the keys they were made with: a service may refuse a key, or a single task to it. */
export interface KeyAnswers {
  /** A task was answered about. */
  accepted(task: PolledTask, keyId: string): void
  /**
   * The key in use was refused. Returns whether that concerns this task alone: since it was refused before, the same key
   * got an answer about another one. It stays so until the task itself is answered about.
   */
  refused(task: PolledTask, keyId: string): boolean
}

export function createKeyAnswers(): KeyAnswers {
  /** How often each key got an answer. */
  const answers = new Map<string, number>()
  const countOf = (keyId: string) => answers.get(keyId) ?? 0

  return {
    accepted(task, keyId) {
      answers.set(keyId, countOf(keyId) + 1)
      task.acceptedKey = keyId
      task.refusal = null
    },
    refused(task, keyId) {
      const before = task.refusal?.keyId === keyId ? task.refusal : null
      const isAlone = before !== null && (before.isAlone || countOf(keyId) > before.answers)
      task.refusal = { keyId, answers: countOf(keyId), isAlone }
      return isAlone
    },
  }
}
