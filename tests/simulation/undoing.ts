import type { ErrorCode } from '@shared/errors'
import type { RouteInput, RouteName, RouteOutput } from '@shared/ipc/contract'
import { look } from './openDatabase'
import type { Orders } from './orders'
import type { World } from './world'

/** A command that was answered with a press. */
interface Pressed {
  readonly press: number
  /** The run of the app that answered. */
  readonly run: number
  /** Jobs it kept from being sent: those it cancelled, or the one that was edited. */
  readonly withheld: readonly string[]
  /** Jobs that an edit made. */
  readonly made: readonly string[]
  /** Jobs that an Undo of an earlier press left to this one: they come back with it, if nothing else keeps them. */
  readonly handed: Set<string>
  isUndone: boolean
  /** It is not offered any more. */
  isOver: boolean
}

/** The user takes back what was pressed, and does it again: the last of it, or anything before. */
export interface Undoing {
  note(press: number | null, withheld: readonly string[], made?: readonly string[]): void
  /** A press of this run keeps the job from being sent, and nobody takes that back now. */
  isWithheld(job: string): boolean
  /** Such a press is being taken back. */
  isComingBack(job: string): boolean
  /** One that changes nothing about what may be sent. */
  noteOther(answer: { readonly press: number | null }): void
  /** What was pressed is not known any more. */
  forget(): void
  /** `last`: how often it is the last press, 0 to 1, and not just any. */
  undo(last?: number): void
  /** One that withheld this job, if there is any. */
  undoOf(job: string): void
  redo(): void
}

/** Presses a button. `then` hears the answer, if it comes before the app ends. */
export type Press = <R extends RouteName>(
  words: string,
  route: R,
  input: RouteInput<R>,
  then?: (output: RouteOutput<R>) => void,
  refused?: (code: ErrorCode) => void,
) => void

export function createUndoing(world: World, orders: Orders, press: Press): Undoing {
  const { random } = world
  const all: Pressed[] = []
  /** What is being taken back, and the run of the app that hasn't answered yet. */
  const takingBack = new Set<{ readonly run: number; readonly jobs: readonly string[] }>()

  const some = (isUndone: boolean, last = 0.7): Pressed | undefined => {
    const among = all.filter((one) => one.isUndone === isUndone && !one.isOver)
    return random.chance(last) ? among.at(-1) : random.pickAny(among)
  }

  /**
   * What is cancelled now was cancelled by the user, and mustn't be sent. As long as an undo is being carried out, it
   * may have to bring back some of it.
   */
  function noteCancelled(jobs: readonly string[]): void {
    for (const { id } of look<{ id: string }>(
      `SELECT id FROM jobs WHERE state = 'cancelled' AND id IN (SELECT value FROM json_each(:jobs))
         AND NOT EXISTS (SELECT 1 FROM bulk_commands WHERE kind = 'takeBack')`,
      { jobs: JSON.stringify(jobs) },
    ))
      orders.cancelled.set(id, world.now())
  }

  /** What the answer to an earlier undo found cancelled, since this one was still to come, isn't any more. */
  function noteWaiting(jobs: readonly string[]): void {
    for (const { id } of look<{ id: string }>(
      `SELECT id FROM jobs WHERE state <> 'cancelled' AND id IN (SELECT value FROM json_each(:jobs))`,
      { jobs: JSON.stringify(jobs) },
    ))
      orders.cancelled.delete(id)
  }

  /** Nothing is undone that the user can't see: what an earlier run was told. */
  function checkRun({ run }: Pressed): void {
    if (run !== world.run() && !world.wasClockSet()) world.fault('a press of an earlier run is answered')
  }

  function note(number: number | null, withheld: readonly string[], made: readonly string[] = []): void {
    if (number === null) return
    const one: Pressed = {
      press: number,
      run: world.run(),
      withheld,
      made,
      handed: new Set(),
      isUndone: false,
      isOver: false,
    }
    all.push(one)
    world.tell(`that was press ${all.length}, of ${withheld.map((id) => id.slice(-4)).join(', ') || 'none'}`)
    if (random.chance(0.3)) takeBack(one)
  }

  /** Jobs that a later press keeps from being sent: one that was only marked can be sent again, and withheld anew. */
  const keptLater = ({ press: earlier }: Pressed): ReadonlySet<string> =>
    new Set(
      all.flatMap(({ press: later, isUndone, withheld }) => (later > earlier && !isUndone ? withheld : [])),
    )

  function takeBack(one: Pressed): void {
    // It may be sent as soon as the press is heard.
    const kept = keptLater(one)
    const allowed =
      one.run === world.run() ? [...one.withheld, ...one.handed].filter((id) => !kept.has(id)) : []
    const undo = { run: world.run(), jobs: allowed }
    takingBack.add(undo)
    const were = allowed.map((id) => [id, orders.cancelled.get(id)] as const)
    for (const id of allowed) orders.cancelled.delete(id)
    press(
      `takes press ${all.indexOf(one) + 1} back`,
      'presses.takeBack',
      { press: one.press },
      ({ done }) => {
        takingBack.delete(undo)
        checkRun(one)
        one.isUndone = true
        noteWaiting(allowed)
        noteCancelled(allowed)
        // A cancel is about what was cancelled before, too.
        for (const later of all)
          if (later.press > one.press && !later.isUndone)
            for (const id of allowed) if (orders.cancelled.has(id)) later.handed.add(id)
        if (done > 0) for (const id of one.made) orders.cancelled.set(id, world.now())
        if (random.chance(0.3)) doAgain(one)
      },
      () => {
        takingBack.delete(undo)
        for (const [id, since] of were) if (since !== undefined) orders.cancelled.set(id, since)
      },
    )
  }

  function doAgain(one: Pressed): void {
    press(
      `does press ${all.indexOf(one) + 1} again`,
      'presses.doAgain',
      { press: one.press },
      ({ done }) => {
        checkRun(one)
        one.isUndone = false
        // A later cancel keeps them from being sent: this one does nothing, and the user is told so.
        if (done === 0) return
        // Some of it may be taken back once more by now, and sent before that is answered.
        noteCancelled(one.withheld.filter((id) => !isComingBack(id)))
        if (random.chance(0.3)) takeBack(one)
      },
      () => {},
    )
  }

  const isComingBack = (job: string): boolean =>
    [...takingBack].some(({ run, jobs }) => run === world.run() && jobs.includes(job))

  return {
    note,
    isWithheld: (job) =>
      all.some(({ run, isUndone, withheld }) => run === world.run() && !isUndone && withheld.includes(job)) &&
      !isComingBack(job),
    isComingBack,
    noteOther: (answer) => note(answer.press, []),
    forget: () => void all.splice(0),
    undo(last) {
      const one = some(false, last)
      if (one !== undefined) takeBack(one)
    },
    undoOf(job) {
      const one = random.pickAny(
        all.filter(({ isUndone, isOver, withheld }) => !isUndone && !isOver && withheld.includes(job)),
      )
      if (one !== undefined) takeBack(one)
    },
    redo() {
      const one = some(true)
      if (one !== undefined) doAgain(one)
    },
  }
}
