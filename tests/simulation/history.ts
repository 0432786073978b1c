import { AppFailure } from '@shared/errors'
import { createBodyCheck } from './bodyCheck'
import { type CheckDeps, checkEnd, checkNow } from './checks'
import { createCommandCheck } from './commandCheck'
import { createDesktop } from './desktop'
import { settle } from './determinism'
import { createDisk, DiskProblem } from './disk'
import { drive } from './fileTree'
import { checkImages } from './imageCheck'
import { createNetwork } from './network'
import { dropDatabase, forgetDatabase, look } from './openDatabase'
import { createPerson } from './person'
import { createProxy, proxyHost, proxyPort } from './proxy'
import { createSendCheck } from './sendCheck'
import { createService } from './service'
import type { LivedHistory } from './simulation'
import { wires } from './sockets'
import { drawTemperament } from './temperament'
import { createTrouble, type Site } from './trouble'
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

/** Lives one history through, up to its first fault. */
export async function liveHistory(seed: number, options: HistoryOptions): Promise<LivedHistory> {
  const { steps = 50, skipped = new Set<number>(), listener } = options
  forgetDatabase()
  const world = createWorld(seed, listener)
  ambient.world = world
  const { random } = world
  const disk = createDisk(world, [profile, '/world/library', '/world/library2', '/world/library3'])
  const network = createNetwork(world)
  drive.disk = disk
  wires.network = network
  const desktop = createDesktop(world, disk, profile)
  function site(host: string, address: string): Site {
    const service = createService(world, {
      host,
      temperament: drawTemperament(random),
      isAppLeaving: () => desktop.app()?.leavingSince() !== null,
    })
    network.servers.set(`${host}:443`, service)
    network.names.set(host, [address])
    return { host, address, service }
  }
  const sites = [site('images.example', '93.184.216.1'), site('pictures.example', '93.184.216.2')] as const
  const proxy = createProxy(world, network)
  network.servers.set(`${proxyHost}:${proxyPort}`, proxy)
  const trouble = createTrouble({ world, disk, network, proxy, desktop, sites, pass, kill })
  // Few requests and much trouble around them, or much of both.
  const isBusy = random.chance(0.05)
  const person = createPerson(world, desktop, disk, { hosts: [sites[0].host, sites[1].host], isBusy })
  network.onWrite = createSendCheck({
    world,
    desktop,
    orders: person.orders,
    serviceOf: (host) => sites.find((one) => one.host === host)?.service,
  })
  for (const { service } of sites) service.judge = createBodyCheck(world, person.orders)
  const deps: CheckDeps = {
    world,
    disk,
    orders: person.orders,
    services: sites.map(({ service }) => service),
  }

  const commands = createCommandCheck(world, person.orders)

  let happenings = 0
  async function pass(ms: number): Promise<void> {
    const end = world.elapsed() + ms
    while (world.faults.length === 0) {
      if (++happenings > mostHappenings) return world.fault('the app never comes to rest')
      const went = world.step(end)
      await settle()
      if (disk.fuse?.left === 0) await kill(disk.fuse.power)
      if (!went) return
      await trouble.strike()
    }
  }

  async function kill(power: boolean): Promise<void> {
    disk.fuse = null
    if (desktop.app() === null) return
    world.tell(power ? 'the power goes' : 'the app is killed')
    commands.ends()
    await desktop.kill({ power })
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
  person.connect(sites[0].host)
  await pass(1000)
  let step = 0
  for (; step < steps && world.faults.length === 0; step++) {
    if (desktop.app() === null) start()
    if (skipped.has(step)) continue
    if (random.chance(isBusy ? 0.3 : 0.2)) await trouble.befall()
    else if (step === 0) person.enqueue()
    else person.act()
    await pass(
      random.pick([1, 50, 300, 2000, 2000, 20_000, 20_000, minute, random.chance(0.005) ? 3 * hour : 10_000]),
    )
    checkNow(deps)
    commands.check()
  }
  if (world.faults.length === 0) await endKindly()
  await desktop.kill({ power: false })
  return { seed, steps: step, hash: world.hash(), faults: world.faults, story: world.story }

  /** Nothing fails any more, and the person presses whatever is free. */
  async function endKindly(): Promise<void> {
    trouble.end()
    // What came to rest may have to be asked for once more: a damaged image, for example.
    let wasAtRest = false
    for (const wait of patience) {
      if (desktop.app() === null) start()
      await pass(20_000)
      person.clearUp()
      await pass(wait)
      checkNow(deps)
      if (wasAtRest && isAtRest()) break
      wasAtRest = isAtRest()
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
    checkImages(deps)
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
