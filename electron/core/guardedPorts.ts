import type { Guard, Work } from './guard'
import type { ChildChannel, Ports } from './ports'

/** Ports as passed to the modules of the core: all their callbacks go through the guard. */
export type GuardedPorts = Ports & { readonly guard: Guard }

export function guardedPorts(ports: Ports, guard: Guard): GuardedPorts {
  const { power, processes } = ports
  const guarded = (work: Work) => () => void guard.run(work)

  function guardedChannel(channel: ChildChannel): ChildChannel {
    return {
      ...channel,
      onMessage: (listener) => channel.onMessage((message) => void guard.run(() => listener(message))),
      onExit: (listener) => channel.onExit((code) => void guard.run(() => listener(code))),
    }
  }

  return {
    ...ports,
    guard,
    clock: guard.clock,
    power: {
      ...power,
      onSuspend: (listener) => power.onSuspend(guarded(listener)),
      onResume: (listener) => power.onResume(guarded(listener)),
    },
    processes: { start: (entry, args) => guardedChannel(processes.start(entry, args)) },
  }
}
