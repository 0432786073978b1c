import { AppFailure } from '@shared/errors'
import { taskIdPlace } from '@shared/model/connection'
import { checkEnd, checkNow } from './checks'
import { createDesktop, type Desktop, defaultLibrary, exportFolder } from './desktop'
import { settle } from './determinism'
import { createDisk, DiskProblem } from './disk'
import { forgetOpen, openPaths } from './drive'
import { drive } from './fileTree'
import { checkImages } from './imageCheck'
import { createNetwork } from './network'
import { dropDatabase, forgetDatabase, look } from './openDatabase'
import { noteChosen } from './orders'
import { createHandover, createProfile, type Profile, profileFolders } from './profiles'
import { createProxy, proxyHost, proxyPort } from './proxy'
import { createService } from './service'
import type { LivedHistory } from './simulation'
import { wires } from './sockets'
import { drawTemperament } from './temperament'
import { createTrouble, type Site } from './trouble'
import { ambient, createWorld } from './world'

export interface HistoryOptions {
  /** What the user does, and what befalls the computer, before the world becomes kind. Default 50. */
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

/** Lives one history through, up to its first fault. */
export async function liveHistory(seed: number, options: HistoryOptions): Promise<LivedHistory> {
  const { steps = 50, skipped = new Set<number>(), listener } = options
  forgetDatabase()
  forgetOpen()
  const world = createWorld(seed, listener)
  ambient.world = world
  const { random } = world
  const disk = createDisk(world, [
    profileFolders[0],
    defaultLibrary,
    '/world/library2',
    '/world/library3',
    exportFolder,
    profileFolders[1],
  ])
  const network = createNetwork(world)
  drive.disk = disk
  wires.network = network
  function site(host: string, address: string, desktop: Desktop): Site {
    const temperament = drawTemperament(random)
    const service = createService(world, {
      host,
      temperament,
      isAppLeaving: () => desktop.app()?.leavingSince() !== null,
    })
    network.servers.set(`${host}:443`, service)
    network.names.set(host, [address])
    return { host, address, service, taskPath: `${temperament.askedAt.folder}/${taskIdPlace}` }
  }
  // Two profiles may have one library: the app runs over one of them at a time.
  const isShared = random.chance(0.15)
  // Few requests and much trouble around them, or much of both.
  const isBusy = random.chance(0.05)
  const desktop = createDesktop(world, disk, profileFolders[0])
  const sites = [
    site('images.example', '93.184.216.1', desktop),
    site('pictures.example', '93.184.216.2', desktop),
  ] as const
  const first = createProfile({
    ...{ world, disk, desktop, sites, isBusy, isShared },
    folder: profileFolders[0],
  })
  const second = isShared ? secondProfile() : null
  const profiles = second === null ? [first] : [first, second.profile]
  for (const one of profiles)
    for (const other of profiles) if (one !== other) one.deps.others.push(other.person.orders)
  let current = first
  const handover = createHandover(world, disk)
  const proxy = createProxy(world, network)
  network.servers.set(`${proxyHost}:${proxyPort}`, proxy)
  const trouble = createTrouble({
    ...{ world, disk, network, proxy, pass, kill },
    desktops: profiles.map((one) => one.desktop),
    current: () => current,
    sites: second === null ? sites : [...sites, second.site],
  })
  network.onWrite = (host, bytes) => {
    current.judgeSend(host, bytes)
    trouble.hear(bytes)
  }
  const mayLose = !isShared && random.chance(0.25)
  /** The step at which somebody copies the database, to put it back after the last one. */
  const copyAt = !isShared && !mayLose && seed % 5 === 0 ? random.whole(0, steps - 1) : null

  function secondProfile(): { readonly profile: Profile; readonly site: Site } {
    const [, folder] = profileFolders
    const own = createDesktop(world, disk, folder)
    const one = site('prints.example', '93.184.216.3', own)
    const given = { world, disk, folder, desktop: own, sites: [one] as const, isBusy, isShared }
    return { profile: createProfile(given), site: one }
  }

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
    if (current.desktop.app() === null) return
    world.tell(power ? 'the power goes' : 'the app is killed')
    current.commands.ends()
    await current.desktop.kill({ power })
  }

  function start(): void {
    try {
      world.tell(`the app starts${current === first ? '' : ' over the other profile'}`)
      current.desktop.start()
    } catch (problem) {
      // Where nothing can be written there is no app: the user tries again later.
      world.tell(`it can't start: ${problem}`)
      if (!(problem instanceof AppFailure || problem instanceof DiskProblem))
        world.fault(`a start met a bug: ${problem}`)
      world.endRun({ reboot: false })
      dropDatabase()
    }
  }

  async function act(): Promise<void> {
    current.person.act()
    while (current.person.isHasty() && random.chance(0.4)) {
      await pass(random.pick([5, 50, 300, 2000]))
      current.person.act()
    }
  }

  /** Without its database, if the time has come. */
  async function startAgain(): Promise<void> {
    if (!current.isBegun) return begin()
    const { losing } = current.person
    const loses = mayLose && !losing.hasStruck() && random.chance(0.3)
    if (loses) losing.strike()
    start()
    if (!loses) return
    await pass(random.whole(10, 3000))
    current.person.connect(sites[0].host)
    if (random.chance(0.5)) losing.recover()
    if (random.chance(0.4)) disk.fuse = { left: random.whole(1, 30), power: random.chance(0.4) }
  }

  async function begin(): Promise<void> {
    // A new profile takes what is in the place of a drive for its library.
    noteChosen(current.person.orders, defaultLibrary, world.elapsed())
    start()
    current.isBegun = true
    await pass(random.whole(10, 3000))
    current.person.connect(current === first ? sites[0].host : (second?.site.host ?? ''))
    await pass(1000)
    current.person.enqueue()
  }

  /** Nothing is sent of what waited in the copy, through starts and ends of the app, until the user says so. */
  async function putBack(): Promise<void> {
    const { person, desktop, deps } = current
    const { losing } = person
    await kill(false)
    if (!losing.putBack()) return
    for (let starts = random.whole(1, 4); starts > 0; starts--) {
      if (desktop.app() === null) start()
      if (random.chance(0.5)) await pass(random.whole(1, 300_000))
      if (random.chance(0.5)) person.resume()
      if (random.chance(0.3)) disk.fuse = { left: random.whole(1, 30), power: random.chance(0.4) }
      await pass(random.whole(10, 300_000))
      checkNow(deps)
      if (random.chance(0.5)) await kill(random.chance(0.4))
    }
  }

  async function answerWhatWaited(): Promise<void> {
    const { person, deps } = current
    while (deps.orders.isPutBack && world.faults.length === 0) {
      if (current.desktop.app() === null) start()
      person.resume()
      await pass(10_000)
      if (random.chance(0.4)) {
        person.losing.recover()
        await pass(random.whole(10, 300_000))
      }
      person.losing.answer()
      await pass(random.whole(10, 300_000))
      checkNow(deps)
    }
  }

  /** The app doesn't run: from now on it is that of the other profile. */
  function change(): void {
    const other = profiles.find((one) => one !== current)
    if (other === undefined) return
    handover.leave(current, [other])
    current = other
    handover.comeBack(current)
  }

  /** The user turns to the other profile. */
  async function turn(): Promise<void> {
    if (random.chance(0.3)) {
      current.desktop.app()?.quit('now')
      await pass(random.whole(1, 10_000))
    }
    await kill(false)
    const hadIncoming = handover.hasIncoming(current)
    change()
    await startAgain()
    // A move clears up what is on its way into a library.
    if (!hadIncoming || random.chance(0.3)) return
    current.person.keeping.move()
    await pass(random.whole(5_000, 120_000))
  }

  /** The first download is under way, and the library has no image yet: a move by the other finds it empty. */
  async function turnEarly(): Promise<void> {
    for (let moments = 0; moments < 400 && !handover.hasIncoming(current); moments++) await pass(50)
    await turn()
  }

  await begin()
  if (isShared && random.chance(0.5)) await turnEarly()
  let step = 0
  for (; step < steps && world.faults.length === 0; step++) {
    if (current.desktop.app() === null) {
      if (isShared && random.chance(0.5)) change()
      await startAgain()
    }
    if (step === copyAt) current.person.losing.copy()
    if (skipped.has(step)) continue
    if (isShared && random.chance(handover.hasIncoming(current) ? 0.4 : 0.06)) await turn()
    else if (random.chance(current.person.isHasty() ? 0.07 : isBusy ? 0.3 : 0.2)) await trouble.befall()
    else await act()
    const pace = current.person.pace()
    await pass(
      pace !== null
        ? random.pick(pace)
        : random.pick([
            1,
            50,
            300,
            2000,
            2000,
            20_000,
            20_000,
            minute,
            random.chance(0.005) ? 3 * hour : 10_000,
          ]),
    )
    checkNow(current.deps)
    current.person.finding.note()
    current.commands.check()
  }
  if (world.faults.length === 0 && copyAt !== null) await putBack()
  if (world.faults.length === 0) await endKindly()
  await current.desktop.kill({ power: false })
  return { seed, steps: step, hash: world.hash(), faults: world.faults, story: world.story }

  /** Nothing fails any more, and the user presses whatever is free. */
  async function endKindly(): Promise<void> {
    trouble.end()
    await answerWhatWaited()
    await endOne()
    if (second === null || world.faults.length > 0) return
    await giveWay()
    await endOne()
    if (world.faults.length > 0) return
    // What the other did at last must leave the first one whole.
    await giveWay()
    await endOne()
  }

  async function giveWay(): Promise<void> {
    await kill(false)
    change()
    if (!current.isBegun) await begin()
  }

  async function endOne(): Promise<void> {
    const { person, deps } = current
    // What came to rest may have to be asked for once more: a damaged image, for example.
    let wasAtRest = false
    let waiting = Number.POSITIVE_INFINITY
    for (let round = 0; ; round++) {
      if (current.desktop.app() === null) start()
      await pass(20_000)
      person.clearUp()
      await pass(patience[round] ?? 2 * hour)
      checkNow(deps)
      if (wasAtRest && isAtRest()) break
      wasAtRest = isAtRest()
      // An app that asks after every few requests gets its answers for as long as it goes on.
      const left = look("SELECT 1 FROM jobs WHERE state = 'queued'").length
      if (round >= patience.length - 1 && !wasAtRest && left >= waiting) break
      waiting = left
    }
    const isStartedAgain = random.chance(0.4)
    if (isStartedAgain) {
      current.desktop.app()?.quit('now')
      await pass(minute)
      start()
      await pass(minute)
      checkNow(deps)
    }
    person.exporting.look()
    await pass(1000)
    if (isShared) {
      person.keeping.checkAll()
      await pass(10 * minute)
    }
    checkEnd(deps, { isStartedAgain })
    for (const path of openPaths()) world.fault(`left open: ${path}`)
    person.exporting.check()
    person.finding.check(deps.others)
    person.losing.check()
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
