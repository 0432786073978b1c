import { AppFailure } from '@shared/errors'
import type { Weighted } from '../support/random'
import { type CheckDeps, checkEnd, checkNow } from './checks'
import { createDesktop } from './desktop'
import { settle } from './determinism'
import { createDisk, DiskProblem, type VolumeState } from './disk'
import { drive } from './fileTree'
import { createNetwork } from './network'
import { dropDatabase, forgetDatabase, look } from './openDatabase'
import { createPerson } from './person'
import { createProxy, proxyHost, proxyPort, proxyUrl } from './proxy'
import { createSendCheck } from './sendCheck'
import { createService } from './service'
import type { LivedHistory } from './simulation'
import { wires } from './sockets'
import { drawTemperament } from './temperament'
import { ambient, createWorld } from './world'

export interface HistoryOptions {
  /** What the person does, and what befalls the computer, before the world becomes kind. Default 50. */
  readonly steps?: number
  /** Steps that are left out. */
  readonly skipped?: ReadonlySet<number>
  /** Hears each line of the journal. */
  readonly listener?: (line: string) => void
}

/** Far more than any history needs. */
const mostHappenings = 300_000
const minute = 60_000
const hour = 60 * minute
/** How long the kind world waits for the app to be done with everything, again and again. */
const patience = [minute, 10 * minute, 30 * minute, 2 * hour, 12 * hour]
const profile = '/world/profile'
const hosts = ['images.example', 'pictures.example']
const addressOf = (at: number): string => `93.184.216.${at + 1}`

/** Lives one history through, up to its first fault. */
export async function liveHistory(seed: number, options: HistoryOptions): Promise<LivedHistory> {
  const { steps = 50, skipped = new Set<number>(), listener } = options
  forgetDatabase()
  const world = createWorld(seed, listener)
  ambient.world = world
  const { random } = world
  const disk = createDisk(world, [profile, '/world/library', '/world/library2'])
  const network = createNetwork(world)
  drive.disk = disk
  wires.network = network
  const services = hosts.map((host) => createService(world, { host, temperament: drawTemperament(random) }))
  for (const [at, service] of services.entries()) {
    const host = hosts[at] ?? ''
    network.servers.set(`${host}:443`, service)
    network.names.set(host, [addressOf(at)])
  }
  const desktop = createDesktop(world, disk, profile)
  const proxy = createProxy(world, network)
  network.servers.set(`${proxyHost}:${proxyPort}`, proxy)
  const mayHaveProxy = random.chance(0.15)
  // Few requests and much trouble around them, or much of both.
  const isBusy = random.chance(0.05)
  const person = createPerson(world, desktop, { hosts, isBusy })
  network.onWrite = createSendCheck({
    world,
    desktop,
    orders: person.orders,
    serviceOf: (host) => services[hosts.indexOf(host)],
  })
  const deps: CheckDeps = { world, disk, orders: person.orders, services }

  let happenings = 0
  async function pass(ms: number): Promise<void> {
    const end = world.elapsed() + ms
    while (world.faults.length === 0) {
      if (++happenings > mostHappenings) return world.fault('the app never comes to rest')
      const went = world.step(end)
      await settle()
      if (disk.fuse?.left === 0) await kill(disk.fuse.power)
      if (!went) return
    }
  }

  const trouble: Weighted<() => Promise<void> | void> = [
    [1, () => kill(false)],
    [1, () => kill(true)],
    [
      2,
      () => {
        if (disk.fuse !== null) return
        disk.fuse = { left: random.pick([1, 3, 10, 40]) + random.whole(0, 10), power: random.chance(0.4) }
        world.tell(`the app will end at its write number ${disk.fuse.left} from now`)
      },
    ],
    [2, () => desktop.app()?.quit(random.pick(['now', 'now', 'wait', 'cancel']))],
    [
      6,
      () => {
        network.state = random.pick(['well', 'well', 'down', 'silent', 'torn', 'slow'])
        world.tell(`the network is ${network.state}`)
      },
    ],
    [
      5,
      () => {
        const one = disk.volumes[random.pick([1, 1, 2, 0])]
        if (one === undefined) return
        const state: VolumeState =
          one.path === profile
            ? random.pick(['well', 'full', 'failing', 'slow'])
            : random.pick(['well', 'well', 'gone', 'silent', 'full', 'failing', 'slow'])
        disk.setState(one, state)
        world.tell(`the disk at ${one.path === profile ? 'the profile' : one.path} is ${one.state}`)
      },
    ],
    [mayHaveProxy ? 8 : 0, turnProxy],
    [1, turnNames],
    [3, turnKeys],
    [4, turnAway],
    [
      2,
      () => {
        desktop.isKeychainLocked = random.chance(0.5)
        desktop.isKeychainSlow = random.chance(0.5)
        world.tell(
          `the keychain is ${desktop.isKeychainLocked ? 'locked' : 'open'}${desktop.isKeychainSlow ? ', and slow' : ''}`,
        )
      },
    ],
    [
      2,
      async () => {
        const hours = random.pick([1, 1, 10, 200])
        world.tell(`the computer sleeps for ${hours} h`)
        desktop.suspend()
        await pass(random.whole(0, 500))
        world.sleep(hours * hour)
        desktop.resume()
      },
    ],
    [
      1,
      () => {
        const hours = random.whole(-3, 3)
        world.tell(`the clock is set by ${hours} h`)
        world.setClock(hours * hour)
      },
    ],
  ]

  async function kill(power: boolean): Promise<void> {
    disk.fuse = null
    if (desktop.app() === null) return
    world.tell(power ? 'the power goes' : 'the app is killed')
    await desktop.kill({ power })
  }

  function turnProxy(): void {
    desktop.proxy = random.chance(0.7) ? proxyUrl : null
    proxy.mood = random.pick(['well', 'well', 'refuses', 'asks', 'mute', 'namesOnly'])
    world.tell(`the computer has ${desktop.proxy === null ? 'no proxy' : `a proxy that is ${proxy.mood}`}`)
  }

  /** A name is not found, or leads elsewhere. */
  function turnNames(): void {
    const host = random.pick([hosts[0] ?? '', ...hosts])
    const at = hosts.indexOf(host)
    if (random.chance(0.5)) network.names.delete(host)
    else
      network.names.set(host, random.pick([[addressOf(at)], [addressOf(at)], ['10.0.0.7'], ['2001:db8::7']]))
    world.tell(`${host} is at ${network.names.get(host)?.join() ?? 'no address'}`)
  }

  function turnKeys(): void {
    const service = random.pick([services[0], ...services])
    if (service === undefined) return
    const turn = random.whole(0, 3)
    if (turn <= 1) service.acceptsKey = turn === 1
    else service.hasCredits = random.chance(0.5)
    world.tell(
      `a service has ${service.hasCredits ? '' : 'no '}credits and ${service.acceptsKey ? 'takes' : 'refuses'} its key`,
    )
  }

  function turnAway(): void {
    const service = random.pick([services[0], ...services])
    if (service === undefined) return
    service.isBusy = random.chance(0.25)
    service.isShut = random.chance(0.5)
    world.tell(
      `a service is ${service.isBusy ? '' : 'not '}busy, its images are ${service.isShut ? 'out of reach' : 'there'}`,
    )
  }

  function start(): void {
    try {
      world.tell('the app starts')
      desktop.start()
    } catch (problem) {
      // Where nothing can be written there is no app: the person tries again later.
      world.tell(`it can't start: ${problem}`)
      if (!(problem instanceof AppFailure || problem instanceof DiskProblem))
        world.fault(`a start met a bug: ${problem}`)
      world.endRun({ reboot: false })
      dropDatabase()
    }
  }

  start()
  await pass(random.whole(10, 3000))
  person.connect(hosts[0] ?? '')
  await pass(1000)
  let step = 0
  for (; step < steps && world.faults.length === 0; step++) {
    if (desktop.app() === null) start()
    if (skipped.has(step)) continue
    if (random.chance(isBusy ? 0.3 : 0.2)) await random.pickWeighted(trouble)()
    else if (step === 0) person.enqueue()
    else person.act()
    await pass(
      random.pick([1, 50, 300, 2000, 2000, 20_000, 20_000, minute, random.chance(0.005) ? 3 * hour : 10_000]),
    )
    checkNow(deps)
  }
  if (world.faults.length === 0) await endKindly()
  await desktop.kill({ power: false })
  return { seed, steps: step, hash: world.hash(), faults: world.faults, story: world.story }

  /** Nothing fails any more, and the person presses whatever is free. */
  async function endKindly(): Promise<void> {
    world.tell('from here on the world is kind')
    network.state = 'well'
    proxy.mood = 'well'
    for (const [at, host] of hosts.entries()) network.names.set(host, [addressOf(at)])
    desktop.isKeychainLocked = false
    desktop.isKeychainSlow = false
    disk.fuse = null
    for (const volume of disk.volumes) disk.setState(volume, 'well')
    for (const service of services) {
      service.isMoody = false
      service.isBusy = false
      service.isShut = false
      service.hasCredits = true
      service.acceptsKey = true
    }
    desktop.resume()
    for (const wait of patience) {
      if (desktop.app() === null) start()
      await pass(20_000)
      person.clearUp()
      await pass(wait)
      checkNow(deps)
      if (isAtRest()) break
    }
    const isStartedAgain = random.chance(0.4)
    if (isStartedAgain) {
      desktop.app()?.quit('now')
      await pass(minute)
      start()
      await pass(minute)
      checkNow(deps)
    }
    checkEnd(deps, { isStartedAgain })
    world.note(JSON.stringify(dump()))
  }
}

function dump(): unknown {
  return look('SELECT id, state, images, billed FROM jobs ORDER BY id')
}

/** Nothing is on its way any more. */
function isAtRest(): boolean {
  const [open] = look<{ n: number }>(
    `SELECT count(*) AS n FROM jobs WHERE state IN ('sending', 'running', 'saving')
     OR (state = 'queued' AND connection_id IN (SELECT id FROM connections WHERE archived_at IS NULL))`,
  )
  return open?.n === 0
}
