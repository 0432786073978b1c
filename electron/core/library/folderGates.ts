import type { Clock } from '../ports'

/** Stands for an answer a folder didn't give in time: "not now", which never means "no". */
export const silence = Symbol('silence')

/** Milliseconds a folder may take for one call. */
const patienceMs = 5_000

/**
 * Once this many calls hang at a time, a folder that never answered in this run is only asked if it is needed. There
 * are four threads for files, and one that hangs is gone until the drive answers.
 */
const tooManyHang = 2

/**
 * A gate before each folder that is or was a library: a disconnected network drive doesn't answer at all, and a call to
 * it can't be ended. Calls to one folder go one after another, so that at most one of them hangs. Then the folder
 * counts as silent and isn't asked anything more until that call ends.
 */
export interface FolderGates {
  /**
   * The result of some short work on files inside the folder. It is `silence` if the work takes longer than five
   * seconds, in which case it continues, or if the folder is already silent. Rejects as the work does. `isNeeded`:
   * nothing can continue without it. `isDouble`: `work` makes two calls at a time if it is told so, which it is while
   * nothing else is done there and no call hangs.
   */
  ask<T>(
    folder: string,
    work: (calls: 1 | 2) => Promise<T>,
    options?: { readonly isNeeded?: boolean; readonly isDouble?: boolean },
  ): Promise<T | typeof silence>
  /** The same for what is opened there: if it comes when nobody waits for it any more, it is closed. */
  open<T extends Closable>(
    folder: string,
    open: () => Promise<T>,
    options?: { readonly isNeeded?: boolean },
  ): Promise<T | typeof silence>
  /**
   * Closes what was opened there, once the folder answers: however long that takes, and also after `stop`. Nobody waits for
   * it.
   */
  close(folder: string, opened: Closable): void
  isSilent(folder: string): boolean
  /** A call hangs, and only the end of the process can end it. */
  isHanging(): boolean
  /** From now on every answer is silence. Resolves once only hanging calls are left. */
  stop(): Promise<void>
}

/** A file or a folder that is open. */
interface Closable {
  close(): Promise<unknown>
}

interface Call {
  readonly isNeeded: boolean
  /** It waits for the folder, however long that takes. */
  readonly isLasting: boolean
  /** Calls back when it ends, before the caller gets the result. */
  run(ended: () => void): void
  giveUp(): void
}

interface Gate {
  readonly folder: string
  line: readonly Call[]
  running: Call | null
  isSilent: boolean
  hasAnswered: boolean
}

export function createFolderGates(deps: {
  readonly clock: Pick<Clock, 'limit'>
  /** Other unfinished calls to a folder. */
  readonly otherCalls: (folder: string) => number
  /** Counts one more among those, if there are none; returns what ends that, or null. Default: never. */
  readonly holdOther?: (folder: string) => (() => void) | null
  /** A folder stopped responding, or responds again. */
  readonly onChange: (folder: string) => void
}): FolderGates {
  const { clock, otherCalls, holdOther = () => null, onChange } = deps
  const gates = new Map<string, Gate>()
  let stopped = false
  /** Called with each call that ended or hangs. */
  let onSettled = () => {}

  function gateOf(folder: string): Gate {
    const known = gates.get(folder)
    if (known !== undefined) return known
    const gate: Gate = { folder, line: [], running: null, isSilent: false, hasAnswered: false }
    gates.set(folder, gate)
    return gate
  }

  const all = () => [...gates.values()]
  const callsTo = ({ folder, running }: Gate) => otherCalls(folder) + (running === null ? 0 : 1)
  const hanging = () =>
    all()
      .filter(({ isSilent }) => isSilent)
      .reduce((sum, gate) => sum + callsTo(gate), 0)

  function giveUp(gate: Gate): void {
    const { line, running } = gate
    gate.line = line.filter(({ isLasting }) => isLasting)
    for (const call of [running, ...line]) call?.giveUp()
  }

  function changed(gate: Gate, isSilent: boolean): void {
    gate.isSilent = isSilent
    if (!stopped) onChange(gate.folder)
  }

  function silenced(gate: Gate): void {
    giveUp(gate)
    changed(gate, true)
    onSettled()
  }

  function proceed(gate: Gate): void {
    const [call, ...rest] = gate.line
    if (call === undefined || gate.running !== null) return
    if (!gate.hasAnswered && !call.isNeeded && hanging() >= tooManyHang) {
      silenced(gate)
      return
    }
    gate.line = rest
    gate.running = call
    const cancel = clock.limit(patienceMs, () => silenced(gate))
    call.run(() => {
      cancel()
      gate.running = null
      gate.hasAnswered = true
      // One no longer hangs, so folders that were skipped because too many did may be asked again.
      const unasked = gate.isSilent ? all().filter((one) => one.isSilent && one.running === null) : []
      for (const one of unasked) changed(one, false)
      onSettled()
      proceed(gate)
    })
  }

  const ask: FolderGates['ask'] = (folder, work, { isNeeded = false, isDouble = false } = {}) => {
    const gate = gateOf(folder)
    // A folder that was skipped because too many hung is silent without a call of its own.
    const isAsked = !gate.isSilent || (isNeeded && gate.running === null)
    if (stopped || !isAsked) return Promise.resolve(silence)
    return new Promise((resolve, reject) => {
      const giveUp = () => resolve(silence)
      const run = (ended: () => void): void => {
        const release = isDouble && hanging() === 0 ? holdOther(folder) : null
        work(release === null ? 1 : 2)
          .finally(() => {
            release?.()
            ended()
          })
          .then(resolve, reject)
      }
      gate.line = [...gate.line, { isNeeded, isLasting: false, run, giveUp }]
      proceed(gate)
    })
  }

  function close(folder: string, opened: Closable): void {
    const gate = gateOf(folder)
    const closed = async () => opened.close()
    const run = (ended: () => void): void => {
      closed().then(ended, ended)
    }
    gate.line = [...gate.line, { isNeeded: true, isLasting: true, run, giveUp() {} }]
    proceed(gate)
  }

  return {
    ask,
    async open(folder, open, options) {
      let opened: Closable | null = null
      const opening = async () => {
        const found = await open()
        opened = found
        return found
      }
      const found = await ask(folder, opening, options)
      // The call that hangs ends before this one begins.
      if (found === silence) close(folder, { close: async () => opened?.close() })
      return found
    },
    close,
    isSilent: (folder) => gates.get(folder)?.isSilent ?? false,
    isHanging: () => hanging() > 0,
    stop() {
      stopped = true
      for (const gate of all()) giveUp(gate)
      return new Promise((resolve) => {
        onSettled = () => {
          if (all().every(({ running, isSilent }) => running === null || isSilent)) resolve()
        }
        onSettled()
      })
    },
  }
}
