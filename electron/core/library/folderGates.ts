import type { Clock } from '../ports'

/** Stands for what a folder did not answer in time: "not now", which is never "no". */
export const silence = Symbol('silence')

/** Milliseconds a folder may take for one call. */
const patienceMs = 5_000

/**
 * Calls that may hang at once. There are four threads for files, and one that hangs is gone until the drive answers: of a
 * folder that never answered in this run nothing more is asked when two are gone, of any other when three are.
 */
const hangingAtMost = { unproven: 2, proven: 3 }

/**
 * A gate before each folder that is or was a library: a network drive that is away does not answer at all, and a call to
 * it can't be ended. Calls to one folder go one after another, so that at most one of them hangs. The folder counts as
 * silent then, and is not asked anything more until that call ends.
 */
export interface FolderGates {
  /**
   * What some short work on files inside the folder comes to; `silence` when it takes longer than five seconds, or when
   * the folder is silent already. The work goes on then. Rejects as the work does.
   */
  ask<T>(folder: string, work: () => Promise<T>): Promise<T | typeof silence>
  isSilent(folder: string): boolean
  /** A call hangs that can't be ended but with the process. */
  isHanging(): boolean
  /** Nobody is answered any more but with silence. */
  stop(): void
}

interface Call {
  /** Calls back when it ended, before whoever asked hears of it. */
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
  readonly clock: Pick<Clock, 'after'>
  /** A folder became silent, or answers again. */
  readonly onChange: (folder: string) => void
}): FolderGates {
  const { clock, onChange } = deps
  const gates = new Map<string, Gate>()
  let stopped = false

  function gateOf(folder: string): Gate {
    const known = gates.get(folder)
    if (known !== undefined) return known
    const gate: Gate = { folder, line: [], running: null, isSilent: false, hasAnswered: false }
    gates.set(folder, gate)
    return gate
  }

  const hanging = () =>
    [...gates.values()].filter(({ running, isSilent }) => running !== null && isSilent).length
  const mayHang = ({ hasAnswered }: Gate) =>
    hanging() < (hasAnswered ? hangingAtMost.proven : hangingAtMost.unproven)

  function close(gate: Gate): void {
    gate.isSilent = true
    const { line, running } = gate
    gate.line = []
    for (const call of [running, ...line]) call?.giveUp()
    if (!stopped) onChange(gate.folder)
  }

  function open(gate: Gate): void {
    if (!gate.isSilent) return
    gate.isSilent = false
    if (!stopped) onChange(gate.folder)
  }

  function proceed(gate: Gate): void {
    const [call, ...rest] = gate.line
    if (call === undefined || gate.running !== null) return
    if (!mayHang(gate)) {
      close(gate)
      return
    }
    gate.line = rest
    gate.running = call
    const cancel = clock.after(patienceMs, () => close(gate))
    call.run(() => {
      cancel()
      gate.running = null
      gate.hasAnswered = true
      // With one that hung no longer, those may be asked that were not because too many did.
      const answering = gate.isSilent
        ? [gate, ...gates.values()].filter(({ running }) => running === null)
        : []
      for (const one of answering) open(one)
      proceed(gate)
    })
  }

  return {
    ask(folder, work) {
      const gate = gateOf(folder)
      if (stopped || gate.isSilent) return Promise.resolve(silence)
      return new Promise((resolve, reject) => {
        const giveUp = () => resolve(silence)
        const run = (ended: () => void): void => {
          work().finally(ended).then(resolve, reject)
        }
        gate.line = [...gate.line, { run, giveUp }]
        proceed(gate)
      })
    },
    isSilent: (folder) => gates.get(folder)?.isSilent ?? false,
    isHanging: () => hanging() > 0,
    stop() {
      stopped = true
      for (const gate of gates.values()) close(gate)
    },
  }
}
