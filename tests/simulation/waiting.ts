import type { RouteOutput } from '@shared/ipc/contract'
import type { ExtraField } from '@shared/model/extraFields'
import { extraChoices } from './bodyCheck'
import { look } from './openDatabase'
import { type Orders, order } from './orders'
import type { Press, Undoing } from './undoing'
import type { World } from './world'

/** The user and what waits: edits it, moves it, and cancels it. */
export interface Waiting {
  edit(id: string): void
  move(id: string): void
  cancelBatch(id: string): void
  cancelAll(): void
}

const plain = { size: '', n: 1, mode: 'background' } as const
export const models = ['m', 'm', 'm', 'w'] as const
const ways = ['top', 'up', 'down', 'bottom'] as const

/** `name`: of a prompt nobody asked for before. */
export function createWaiting(
  { random, now }: World,
  orders: Orders,
  press: Press,
  { undoing, name }: { readonly undoing: Undoing; readonly name: () => string },
): Waiting {
  function noteEdited(id: string, into: string): void {
    const was = look<{ prompt: string }>(
      "SELECT request_json ->> 'prompt' AS prompt FROM jobs WHERE id = :id",
      { id },
    )
    for (const { prompt } of was) orders.edited.set(prompt, [...(orders.edited.get(prompt) ?? []), into])
  }

  /** Nobody sees the requests of a batch that is still being written: they aren't meant. */
  function begin(where: string, params: Readonly<Record<string, string>>): readonly string[] {
    const ids = look<{ id: string }>(
      `SELECT id FROM jobs WHERE state IN ('queued', 'sending') AND ${where}
       AND batch_id NOT IN (SELECT id FROM batches WHERE sendable_at IS NULL)`,
      params,
    ).map(({ id }) => id)
    for (const id of ids) orders.beingCancelled.add(id)
    return ids
  }

  /** What earlier presses cancelled there is meant too, whether or not they are being taken back. */
  const before = (where: string, params: Readonly<Record<string, string>>): readonly string[] =>
    look<{ id: string }>(`SELECT id FROM jobs WHERE state = 'cancelled' AND ${where}`, params)
      .map(({ id }) => id)
      .filter((id) => undoing.isWithheld(id) || undoing.isComingBack(id))

  function cancelled(
    ids: readonly string[],
    held: readonly string[],
    { press }: RouteOutput<'batches.cancel'>,
  ): void {
    for (const id of ids) {
      orders.beingCancelled.delete(id)
      // Without a press it found nothing: another press was quicker.
      if (press !== null) orders.cancelled.set(id, now())
    }
    undoing.note(press, [...ids, ...held])
  }

  return {
    edit(id) {
      const extra = random.pick(extraChoices)
      const change = { ...plain, model: random.pick(models), prompt: name(), image: [], extra }
      order(orders, change.prompt, change.n)
      noteTyped(orders, change.prompt, extra)
      noteEdited(id, change.prompt)
      press('edits a waiting request', 'jobs.edit', { id, draft: change }, (edited) => {
        orders.cancelled.set(id, now())
        undoing.note(edited.press, [id], [edited.id])
      })
    },
    move: (id) =>
      press(
        'moves a waiting request',
        'jobs.place',
        { id, place: { to: random.pick(ways) } },
        undoing.noteOther,
      ),
    cancelBatch(id) {
      const ids = begin('batch_id = :id', { id })
      const held = before('batch_id = :id', { id })
      press('cancels a batch', 'batches.cancel', { id }, (answer) => cancelled(ids, held, answer))
    },
    cancelAll() {
      const ids = begin('true', {})
      const held = before('true', {})
      press('cancels all that waits', 'queue.cancelWaiting', null, (answer) => cancelled(ids, held, answer))
    },
  }
}

export function noteTyped(
  { typed }: Pick<Orders, 'typed'>,
  name: string,
  extra: readonly ExtraField[],
): void {
  typed.set(name, [...(typed.get(name) ?? []), extra])
}
