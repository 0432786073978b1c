import { look } from './openDatabase'
import type { Orders } from './orders'
import type { World } from './world'

/** A job that a command was to act on when the app ended. */
interface Left {
  readonly id: string
  readonly action: string
  readonly state: string
  readonly waitingStopped: number
  readonly sentAgain: number
}

/** What a command was to do with a job that is as `state` and `waitingStopped` say. */
const isMeant = ({ action, state, waitingStopped }: Left): boolean =>
  (action === 'cancel' && state === 'queued') ||
  (action === 'settle' && state === 'uncertain') ||
  (action === 'stopWaiting' && state === 'running' && waitingStopped === 0)

/** Whether commands on many requests are carried out whole, whenever the app ends. */
export interface CommandCheck {
  /** Called before the app ends. */
  ends(): void
  /** Called in between. */
  check(): void
}

export function createCommandCheck(world: World, orders: Orders): CommandCheck {
  let left: readonly Left[] = []
  let ended = world.run()

  const now = (where: string): readonly Left[] =>
    look<Omit<Left, 'sentAgain'>>(
      `SELECT jobs.id, jobs.state, jobs.waiting_stopped AS waitingStopped, act.action FROM jobs
       JOIN (SELECT value AS id, params_json ->> 'action' AS action FROM bulk_commands, json_each(params_json, '$.ids')
         WHERE kind = 'act') AS act ON act.id = jobs.id
       WHERE ${where}`,
    ).map((one) => ({ ...one, sentAgain: orders.sendAgain.get(one.id) ?? 0 }))

  return {
    ends() {
      left = now('true').filter(isMeant)
      ended = world.run()
      if (look("SELECT 1 FROM bulk_commands WHERE kind = 'cancel'").length > 0)
        for (const id of orders.beingCancelled) orders.cancelled.set(id, world.now())
      orders.beingCancelled.clear()
    },
    check() {
      if (left.length === 0 || world.run() === ended) return
      if (look('SELECT 1 FROM jobs LIMIT 1').length === 0) return
      if (look('SELECT 1 FROM bulk_commands').length > 0) return
      for (const one of left) {
        const [job] = look<{ state: string; stopped: number }>(
          'SELECT state, waiting_stopped AS stopped FROM jobs WHERE id = :id',
          { id: one.id },
        )
        const isAsBefore = job?.state === one.state && job.stopped === one.waitingStopped
        if (isAsBefore && one.sentAgain === (orders.sendAgain.get(one.id) ?? 0))
          world.fault(`a command to ${one.action} left out ${one.id} after the app had ended`)
      }
      left = []
    },
  }
}
