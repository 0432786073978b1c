import { basename } from 'node:path'
import { createBodyCheck } from './bodyCheck'
import type { CheckDeps } from './checks'
import { type CommandCheck, createCommandCheck } from './commandCheck'
import type { Desktop } from './desktop'
import type { Disk, Inode } from './disk'
import { jobsIn } from './openDatabase'
import { createPerson, type Person } from './person'
import { createPollCheck } from './pollCheck'
import { createSendCheck } from './sendCheck'
import type { SimulatedService } from './service'
import { createSpending } from './spending'
import type { Site } from './trouble'
import type { World } from './world'

/** The folders of profiles. Only the first one is used in most histories. */
export const profileFolders = ['/world/profile', '/world/profile2'] as const

/** A profile: the app over it, who uses it, and what is judged of both. */
export interface Profile {
  readonly folder: string
  readonly desktop: Desktop
  readonly person: Person
  readonly commands: CommandCheck
  readonly deps: CheckDeps
  /** Judges a request as it is put on the wire. */
  readonly judgeSend: (host: string, bytes: Buffer) => void
  /** The app ran over it once. */
  isBegun: boolean
}

export function createProfile(deps: {
  readonly world: World
  readonly disk: Disk
  readonly folder: string
  readonly desktop: Desktop
  readonly sites: readonly [Site, ...Site[]]
  readonly isBusy: boolean
  readonly isShared: boolean
}): Profile {
  const { world, disk, folder, desktop, sites, isBusy, isShared } = deps
  const services: readonly SimulatedService[] = sites.map(({ service }) => service)
  const spending = createSpending(world, () => services.flatMap(({ posts }) => posts))
  const [first, ...others] = sites.map(({ host }) => host)
  const person = createPerson(world, desktop, disk, {
    hosts: [first ?? '', ...others],
    taskPathOf: (host) => sites.find((one) => one.host === host)?.taskPath ?? null,
    ...{ isBusy, spending, isShared, profile: folder },
    mayExport: folder === profileFolders[0],
  })
  const { orders } = person
  const checkSend = createSendCheck({
    ...{ world, desktop, orders, spending },
    serviceOf: (host) => sites.find((one) => one.host === host)?.service,
  })
  const checkPoll = createPollCheck(world, disk, folder)
  for (const service of services) service.judge = createBodyCheck(world, orders)
  return {
    ...{ folder, desktop, person },
    commands: createCommandCheck(world, orders),
    deps: { world, disk, profile: folder, orders, others: [], services },
    judgeSend(host, bytes) {
      checkSend(host, bytes)
      checkPoll(bytes)
    },
    isBegun: false,
  }
}

/** What one profile left for later in libraries that another uses meanwhile. */
export interface Handover {
  /** Whether files of it are on their way into a library. */
  hasIncoming(profile: Profile): boolean
  /** Its app doesn't run, and the computer was off in good order. */
  leave(profile: Profile, others: readonly Profile[]): void
  /** Judges what another profile did to it. */
  comeBack(profile: Profile): void
}

export function createHandover(world: World, disk: Disk): Handover {
  /** Files on their way into a library, by profile and path. */
  const left = new Map<Profile, ReadonlyMap<string, Inode>>()

  function ownIncoming({ folder }: Profile): ReadonlyMap<string, Inode> {
    const jobs = new Set(jobsIn(`${folder}/cyanotype.db`))
    return new Map(
      [...disk.entries].filter(
        ([path, { kind }]) =>
          kind === 'file' &&
          path.includes('/.cyanotype/incoming/') &&
          jobs.has(basename(path).split('-', 1).join()),
      ),
    )
  }

  return {
    hasIncoming: (profile) => ownIncoming(profile).size > 0,
    leave(profile, others) {
      disk.flush()
      for (const id of jobsIn(`${profile.folder}/cyanotype.db`))
        for (const { person } of others) person.orders.ofOthers.add(id)
      left.set(profile, ownIncoming(profile))
    },
    comeBack(profile) {
      for (const [path, inode] of left.get(profile) ?? [])
        if (disk.entries.get(path) !== inode && !disk.isUnplugged(inode))
          world.fault(`${path} is not where ${profile.folder} left it`)
      left.delete(profile)
    },
  }
}
