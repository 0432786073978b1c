import type { Weighted } from '../support/random'
import type { Desktop } from './desktop'
import type { Disk, VolumeState } from './disk'
import type { Network } from './network'
import { look } from './openDatabase'
import { type ProxyMood, proxyUrl } from './proxy'
import type { SimulatedService } from './service'
import type { World } from './world'

const hour = 3_600_000

/** A service, its name, and the address the name stands for. */
export interface Site {
  readonly host: string
  readonly address: string
  readonly service: SimulatedService
  /** Where it is asked for its tasks, as its manual says. */
  readonly taskPath: string
}

/** What befalls the computer, the network and the services. */
export interface Trouble {
  /** One thing goes wrong, or goes well again. */
  befall(): Promise<void>
  /** Between two happenings: the app may end in the middle of work that takes several turns. */
  strike(): Promise<void>
  /** The app put these bytes on the wire. */
  hear(bytes: Buffer): void
  /** Nothing fails any more. */
  end(): void
}

/** Commands on many requests, batches that are being written, exports, and the move of a library. */
const workUnderWay = `SELECT 1 WHERE EXISTS (SELECT 1 FROM bulk_commands)
  OR EXISTS (SELECT 1 FROM batches WHERE sendable_at IS NULL)
  OR EXISTS (SELECT 1 FROM exports WHERE state <> 'ended' AND NOT paused)
  OR EXISTS (SELECT 1 FROM library_moves WHERE NOT paused AND step NOT IN ('done', 'undone'))`

export function createTrouble(deps: {
  readonly world: World
  readonly disk: Disk
  readonly network: Network
  readonly proxy: { mood: ProxyMood }
  /** All that there are. */
  readonly desktops: readonly Desktop[]
  /** Whose app runs, and the folder of its profile. */
  readonly current: () => { readonly desktop: Desktop; readonly folder: string }
  readonly sites: readonly [Site, ...Site[]]
  readonly pass: (ms: number) => Promise<void>
  readonly kill: (power: boolean) => Promise<void>
}): Trouble {
  const { world, disk, network, proxy, desktops, current, sites, pass, kill } = deps
  const { random } = world
  let isKind = false
  /** A task whose polls end the app: so many more of them. */
  let poison: { readonly taskId: string; left: number; isSwallowed: boolean } | null = null
  const mayHaveProxy = random.chance(0.15)
  /** The first one is used most. */
  const someSite = () => random.pick([sites[0], ...sites])

  const trouble: Weighted<() => Promise<void> | void> = [
    [1, () => kill(false)],
    [1, () => kill(true)],
    [2, lightFuse],
    [1, layPoison],
    [
      2,
      () =>
        current()
          .desktop.app()
          ?.quit(random.pick(['now', 'now', 'wait', 'cancel'])),
    ],
    [6, turnNetwork],
    [5, turnDisk],
    [mayHaveProxy ? 8 : 0, turnProxy],
    [1, turnNames],
    [3, turnKeys],
    [4, turnAway],
    [1, turnCopies],
    [2, turnKeychain],
    [2, sleep],
    [1, setClock],
  ]

  function lightFuse(): void {
    if (disk.fuse !== null) return
    disk.fuse = { left: random.pick([1, 3, 10, 40]) + random.whole(0, 10), power: random.chance(0.4) }
    world.tell(`the app will end at its write number ${disk.fuse.left} from now`)
  }

  function layPoison(): void {
    const tasks = look<{ id: string }>(
      "SELECT task_id AS id FROM jobs WHERE state = 'running' AND task_id IS NOT NULL ORDER BY id",
    )
    const task = random.pickAny(tasks)
    if (task === undefined) return
    poison = { taskId: task.id, left: random.whole(2, 5), isSwallowed: false }
    world.tell(`the app will end ${poison.left} times when it asks for ${task.id}`)
  }

  function turnNetwork(): void {
    network.state = random.pick(['well', 'well', 'down', 'silent', 'torn', 'slow'])
    world.tell(`the network is ${network.state}`)
  }

  function turnDisk(): void {
    const at = random.pick([1, 1, 2, 0, 4])
    const volume = at === 0 ? disk.volumeOf(current().folder) : disk.volumes[at]
    if (volume === undefined || volume === null) return
    const state: VolumeState =
      at === 0
        ? random.pick(['well', 'full', 'failing', 'slow'])
        : at === 4
          ? random.pick(['well', 'well', 'gone', 'silent', 'full', 'failing', 'slow'])
          : random.pick(['well', 'well', 'unplugged', 'gone', 'silent', 'full', 'failing', 'slow'])
    disk.setState(volume, state)
    world.tell(`the disk at ${volume.path} is ${state}`)
  }

  function turnCopies(): void {
    disk.spoilsCopies = random.chance(0.7)
    world.tell(`copies of files are ${disk.spoilsCopies ? 'not ' : ''}as they were written`)
  }

  function turnProxy(): void {
    const { desktop } = current()
    desktop.proxy = random.chance(0.7) ? proxyUrl : null
    proxy.mood = random.pick(['well', 'well', 'refuses', 'asks', 'mute', 'namesOnly'])
    world.tell(`the computer has ${desktop.proxy === null ? 'no proxy' : `a proxy that is ${proxy.mood}`}`)
  }

  /** A name is not found, or leads elsewhere. */
  function turnNames(): void {
    const { host, address } = someSite()
    if (random.chance(0.5)) network.names.delete(host)
    else network.names.set(host, random.pick([[address], [address], ['10.0.0.7'], ['2001:db8::7']]))
    world.tell(`${host} is at ${network.names.get(host)?.join() ?? 'no address'}`)
  }

  function turnKeys(): void {
    const { service } = someSite()
    const turn = random.whole(0, 3)
    if (turn <= 1) service.acceptsKey = turn === 1
    else service.hasCredits = random.chance(0.5)
    world.tell(
      `a service has ${service.hasCredits ? '' : 'no '}credits and ${service.acceptsKey ? 'takes' : 'refuses'} its key`,
    )
  }

  function turnAway(): void {
    const { service } = someSite()
    service.isBusy = random.chance(0.25)
    service.isBroken = random.chance(0.15)
    service.isShut = random.chance(0.5)
    const requests = service.isBusy ? 'refuses' : service.isBroken ? 'fails' : 'takes'
    world.tell(`a service ${requests} requests, its images are ${service.isShut ? 'out of reach' : 'there'}`)
  }

  function turnKeychain(): void {
    const { desktop } = current()
    desktop.keychain = random.pick(['keychain', 'keychain', 'locked', 'unavailable'])
    desktop.isKeychainSlow = random.chance(0.5)
    const state = desktop.keychain === 'keychain' ? 'open' : desktop.keychain
    world.tell(`the keychain is ${state}${desktop.isKeychainSlow ? ', and slow' : ''}`)
  }

  async function sleep(): Promise<void> {
    const { desktop } = current()
    const hours = random.pick([1, 1, 10, 200])
    world.tell(`the computer sleeps for ${hours} h`)
    desktop.suspend()
    await pass(random.whole(0, 500))
    world.sleep(hours * hour)
    desktop.resume()
  }

  function setClock(): void {
    const hours = random.whole(-3, 3)
    world.tell(`the clock is set by ${hours} h`)
    world.setClock(hours * hour)
  }

  return {
    befall: async () => random.pickWeighted(trouble)(),
    hear(bytes) {
      const one = poison
      if (one === null || !bytes.toString('latin1').startsWith('GET ')) return
      const [path = ''] = /\S+(?= HTTP)/.exec(bytes.toString('latin1')) ?? []
      if (path.endsWith(`/${one.taskId}`))
        world.outside(random.whole(1, 60), () => {
          one.isSwallowed = true
        })
    },
    async strike() {
      if (poison?.isSwallowed === true) {
        poison.isSwallowed = false
        poison.left -= 1
        if (poison.left === 0) poison = null
        return kill(false)
      }
      if (!isKind && random.chance(0.05) && look(workUnderWay).length > 0) await kill(random.chance(0.4))
    },
    end() {
      world.tell('from here on the world is kind')
      isKind = true
      poison = null
      network.state = 'well'
      proxy.mood = 'well'
      for (const desktop of desktops) {
        desktop.keychain = 'keychain'
        desktop.isKeychainSlow = false
      }
      disk.fuse = null
      disk.spoilsCopies = false
      for (const volume of disk.volumes) disk.setState(volume, 'well')
      for (const { host, address, service } of sites) {
        network.names.set(host, [address])
        service.isMoody = false
        service.isBusy = false
        service.isBroken = false
        service.isShut = false
        service.hasCredits = true
        service.acceptsKey = true
      }
      current().desktop.resume()
    },
  }
}
