import type { JobRequest } from '@shared/model/draft'
import { createFailing, page } from './failing'
import { bytesOfAnswer, type HttpAnswer, type HttpRequest, readRequests } from './http'
import type { Peer, Server } from './network'
import { type DrawnResult, drawResult } from './picture'
import { createSpeaking, json, spoken } from './speaking'
import { type FileFault, type PollFault, type PostFault, type Temperament, usualFolder } from './temperament'
import type { World } from './world'

/** One paid request, as the service saw it. */
export interface Post {
  /** Since the world began. */
  readonly at: number
  /** The job's id. */
  readonly key: string
  readonly prompt: string
  readonly n: number
  readonly fault: PostFault | 'keyRefused' | null
  /** The service may have made something of it, or never said that it did not. */
  readonly mayBeBilled: boolean
}

export interface Entry extends DrawnResult {
  readonly name: string
  /** From when on it is here, since the world began. */
  readonly readyAt: number
  signature: number
  /** Signatures that are no longer accepted. */
  readonly expired: Set<string>
  /** An answer that was sent whole named it. */
  told: boolean
  /** It was given whole once. */
  given: boolean
}

export interface Task {
  readonly id: string
  readonly key: string
  readonly background: boolean
  /** Since the world began, as are all times here. */
  readonly madeAt: number
  readonly doneAt: number
  /** It fails when it is done. */
  readonly fails: boolean
  readonly entries: readonly Entry[]
  polls: number
}

export interface SimulatedService extends Server {
  /** False from the moment the world is kind. */
  isMoody: boolean
  /** Refuses every request, and names no wait. */
  isBusy: boolean
  /** Fails every request: nobody knows what became of it. */
  isBroken: boolean
  /** Hands out no image. */
  isShut: boolean
  /** Accepts `serviceKey`; no other ever. */
  acceptsKey: boolean
  hasCredits: boolean
  /** Judges the body of each paid request. */
  judge: (key: string, body: string) => void
  /** It turned a key down once: whoever asked with it has a reason to give up. */
  refusedKey: boolean
  readonly posts: readonly Post[]
  readonly tasks: ReadonlyMap<string, Task>
}

/** How long the app waits at least for what it paid for. */
const patienceMs = { direct: 595_000, background: 115_000 }

export const serviceKey = 'key-1-of-the-service'

/** The same length, and a part of it lost. */
const damaged = (bytes: Buffer): Buffer => Buffer.from(bytes).fill(0, bytes.length - 60, bytes.length - 40)

export function createService(
  world: World,
  options: {
    readonly host: string
    readonly temperament: Temperament
    /** The app is about to end: it may hang up. */
    readonly isAppLeaving: () => boolean
  },
): SimulatedService {
  const { host, temperament, isAppLeaving } = options
  const { random } = world
  const posts: Post[] = []
  const tasks = new Map<string, Task>()
  const entries = new Map<string, Entry>()
  const { dialectFor, refused } = createSpeaking(world, temperament)
  const { refusalOf, unclearOf, openPost, openPoll } = createFailing(world, { refused })

  const service: SimulatedService = {
    isMoody: true,
    isBusy: false,
    isBroken: false,
    isShut: false,
    acceptsKey: true,
    hasCredits: true,
    judge: () => {},
    refusedKey: false,
    posts,
    tasks,
    accept(peer) {
      readRequests(peer, (request) => answer(peer, request))
      return true
    },
  }

  const moodOf = <T>(faults: readonly T[]): T | null => {
    const [first, ...others] = faults
    if (first === undefined || !service.isMoody || !random.chance(temperament.share)) return null
    return random.pick([first, ...others])
  }

  function answer(peer: Peer, request: HttpRequest): void {
    world.note(`asked ${request.method} ${request.path} ${request.body}`)
    const reply = replyTo(peer, request)
    if (reply !== null) world.outside(random.whole(20, 400), () => peer.send(bytesOfAnswer(reply)))
  }

  /** Null: it sees to the answer itself, or there is none. */
  function replyTo(peer: Peer, request: HttpRequest): HttpAnswer | null {
    if (request.method === 'POST') return generate(peer, request)
    if (request.path.startsWith('/files/')) return file(peer, request)
    const { folder } = temperament.askedAt
    if (!request.path.startsWith(`${folder}/`)) return nowhere(peer, request)
    return poll(peer, request, decodeURIComponent(request.path.slice(folder.length + 1)))
  }

  /** There is no such path. */
  function nowhere(peer: Peer, request: HttpRequest): HttpAnswer | null {
    if (!hasKey(request)) return json({ error: { message: 'invalid api key' } }, 401)
    const fault = service.isBusy ? 'limitedZero' : moodOf<PollFault>(temperament.polls)
    const missing = random.pick([json({ error: 'no such route' }, 404), { ...page, status: 404 }, page])
    return spoil(peer, fault, missing) ? null : (refusalOf(fault) ?? unclearOf(fault) ?? missing)
  }

  function hasKey({ headers }: HttpRequest): boolean {
    const isAccepted = service.acceptsKey && headers.authorization === `Bearer ${serviceKey}`
    service.refusedKey ||= !isAccepted
    return isAccepted
  }

  /** What ends an exchange without a readable answer, whatever was asked. False if it is none of these. */
  function spoil(peer: Peer, fault: string | null, whole: HttpAnswer): boolean {
    switch (fault) {
      case 'reset':
        world.outside(random.whole(10, 500), () => peer.reset())
        return true
      case 'hang':
        return true
      case 'cut': {
        const bytes = bytesOfAnswer(whole)
        world.outside(random.whole(10, 500), () => {
          peer.send(bytes.subarray(0, random.whole(1, bytes.length - 1)))
          peer.end()
        })
        return true
      }
      default:
        return false
    }
  }

  function postFault(): PostFault | null {
    if (service.isBusy) return 'limitedZero'
    if (!service.hasCredits) return 'creditsGone'
    return service.isBroken ? 'failed' : moodOf<PostFault>(temperament.posts)
  }

  function generate(peer: Peer, request: HttpRequest): HttpAnswer | null {
    const key = request.headers['idempotency-key'] ?? ''
    service.judge(key, request.body)
    const asked: JobRequest & { async?: boolean } = JSON.parse(request.body)
    const fault = hasKey(request) ? postFault() : 'keyRefused'
    const refusal = refusalOf(fault)
    const isMade = refusal === null && fault !== 'redirect'
    const { prompt, n = 1 } = asked
    posts.push({ at: world.elapsed(), key, prompt, n, fault, mayBeBilled: isMade })
    world.tell(`the service is asked for “${asked.prompt.slice(0, 24)}”: ${fault ?? 'taken'}`)
    if (refusal !== null) return refusal
    const isTask = asked.async === true
    const task = begin(key, asked, isTask)
    const unclear = fault === 'words' ? openPost() : unclearOf(fault, task.entries[0]?.picture.bytes)
    // It comes at once, or when the images should have come.
    if (unclear !== null && (isTask || random.chance(0.5))) return unclear
    const askedAt = world.elapsed()
    peer.onHangUp = () => {
      const ms = world.elapsed() - askedAt
      if (ms < patienceMs[isTask ? 'background' : 'direct'] && !isAppLeaving())
        world.fault(`${key} was paid for, and hung up on after ${ms} ms`)
    }
    const ms = isTask ? random.whole(20, 400) : Math.max(20, task.doneAt - world.elapsed())
    world.outside(ms, () => {
      peer.onHangUp = () => {}
      if (unclear !== null) return peer.send(bytesOfAnswer(unclear))
      const isHidden = temperament.hides && random.chance(service.isMoody ? 0.5 : 0.3)
      const odd = isHidden ? hidden : isTask && temperament.loneIds ? lone : null
      const { reply, named } = odd === null ? say(task, true) : { reply: odd(task), named: null }
      if (spoil(peer, fault, reply)) return
      if (named !== null) tellOf(named, peer)
      peer.send(bytesOfAnswer(reply))
    })
    return null
  }

  function begin(key: string, asked: JobRequest, background: boolean): Task {
    const number = tasks.size + 1
    const count = (asked.n ?? 1) + (background ? random.whole(0, temperament.moreEntries) : 0)
    const took = random.whole(500, temperament.longestTask)
    const fails = background && random.chance(temperament.failing)
    const start = world.elapsed()
    const made = Array.from({ length: count }, (_, at): Entry => {
      const name = `${host}-${number}-${at}`
      const usual = start + (temperament.piecemeal ? (took * (at + 1)) / count : took)
      const readyAt = fails && at >= count / 2 ? Number.POSITIVE_INFINITY : usual
      return {
        name,
        ...drawResult(name, random, temperament),
        readyAt,
        signature: 0,
        expired: new Set(),
        told: false,
        given: false,
      }
    })
    const doneAt = start + (temperament.doneEarly ? took * 0.6 : took)
    const task: Task = {
      id: `task-${number}-${host}`,
      key,
      background,
      madeAt: world.elapsed(),
      doneAt,
      fails,
      entries: made,
      polls: 0,
    }
    tasks.set(task.id, task)
    for (const entry of made) entries.set(entry.name, entry)
    return task
  }

  const isReady = ({ readyAt }: Entry) => world.elapsed() >= readyAt

  /** What an answer that is put together now names. */
  const namedOf = (task: Task) => (task.background ? task.entries.filter(isReady) : task.entries)

  function tellOf(named: readonly Entry[], peer: Peer): void {
    if (peer.isClosed()) return
    for (const entry of named) entry.told = true
  }

  function imageOf(entry: Entry): { readonly url?: string; readonly b64_json?: string } {
    if (temperament.inline) return { b64_json: entry.picture.bytes.toString('base64') }
    if (temperament.freshSignatures) entry.signature = random.whole(1, 1_000_000)
    return { url: `https://${host}/files/${entry.name}.png?signature=${entry.signature}` }
  }

  function result(task: Task): unknown {
    return {
      created: Math.floor(world.now() / 1000),
      data: task.entries.map((entry) => ({ ...imageOf(entry), revised_prompt: 'as made' })),
    }
  }

  /** Where an answer says that a task is asked for. */
  function address({ id }: Task): {
    readonly body: object
    readonly headers: Readonly<Record<string, string>>
  } {
    const { folder, named } = temperament.askedAt
    const path = `${folder}/${id}`
    return {
      body:
        named === 'path'
          ? { poll_url: path }
          : named === 'address'
            ? { status_url: `https://${host}${path}` }
            : {},
      headers: named === 'header' ? { location: path } : {},
    }
  }

  const lone = (task: Task): HttpAnswer => {
    const { body, headers } = address(task)
    return json({ code: 'success', data: task.id, ...body }, 200, headers)
  }

  const hidden = ({ id, entries: [entry] }: Task): HttpAnswer =>
    json({
      status: 'completed',
      ...(random.chance(0.7) ? { job: `order-${id}` } : {}),
      parcel: entry === undefined ? {} : Object.values(imageOf(entry)),
    })

  function describe(task: Task): object {
    const isDone = world.elapsed() >= task.doneAt
    const listed = temperament.shuffled ? [...task.entries].sort(() => random.next() - 0.5) : task.entries
    return {
      created: Math.floor(world.now() / 1000),
      task_id: task.id,
      ...address(task).body,
      status: isDone ? (task.fails ? 'failed' : 'completed') : 'pending',
      ...(task.polls === 0 ? {} : { progress: isDone ? 100 : random.whole(0, 99), error: null }),
      data: listed.map((entry) => ({
        ...(temperament.namesEntries ? { id: entry.name } : {}),
        ...(isReady(entry) ? { ...imageOf(entry), status: 'completed' } : { url: null, status: 'pending' }),
      })),
    }
  }

  /** What it says now of a task, and the entries that it names. */
  function say(
    task: Task,
    isPost: boolean,
  ): { readonly reply: HttpAnswer; readonly named: readonly Entry[] } {
    const isResult = isPost && !task.background
    const isDone = isResult || (world.elapsed() >= task.doneAt && task.entries.every(isReady))
    const hasFailed = task.fails && world.elapsed() >= task.doneAt
    const dialect = dialectFor({
      several: task.entries.length > 1,
      odd: task.entries.some(({ odd }) => odd !== null),
    })
    // A dialect has no words for what was made before a task failed.
    if (dialect === null || (task.fails && task.entries.length > 1))
      return {
        reply: isResult ? json(result(task)) : json(describe(task), 200, isPost ? address(task).headers : {}),
        named: namedOf(task),
      }
    if (isPost && !isResult) {
      const { body, headers } = address(task)
      // A dialect that names the place names the right one.
      const submitted: object = JSON.parse(
        JSON.stringify(dialect.submitted(task.id)).replaceAll(usualFolder, temperament.askedAt.folder),
      )
      return { reply: json({ ...submitted, ...body }, 200, headers), named: [] }
    }
    const named = isDone ? task.entries : []
    const images = named.map((entry) => {
      const { url = '', b64_json: base64 = '' } = imageOf(entry)
      return { id: entry.name, url, base64 }
    })
    if (isResult) return { reply: spoken(dialect.result(images)), named }
    const state = hasFailed ? 'failed' : isDone ? 'completed' : 'processing'
    const error = hasFailed ? 'the generation failed' : null
    const progress = isDone ? 100 : random.whole(0, 99)
    return { reply: spoken(dialect.polled({ id: task.id, state, progress, images, error })), named }
  }

  function poll(peer: Peer, request: HttpRequest, id: string): HttpAnswer | null {
    const task = tasks.get(id)
    if (!hasKey(request)) return refusalOf('keyRefused')
    if (task === undefined) return json({ error: { message: 'no such task' } }, 404)
    const fault = service.isBusy ? 'limitedZero' : moodOf<PollFault>(temperament.polls)
    task.polls += 1
    const refusal = refusalOf(fault) ?? unclearOf(fault)
    if (refusal !== null) return refusal
    if (fault === 'unknown') return json({ error: { message: 'no such task' } }, 404)
    if (fault === 'words') return openPoll()
    // Of a gateway on the way: never twice in the same words.
    if (fault === 'saysFailed') return json({ status: 'failed', message: `upstream ${random.whole(1, 1e9)}` })
    const { reply, named } = say(task, false)
    if (fault === 'strangeStatus') return json({ task_id: id, status: 'dreaming', data: [] })
    if (fault === 'otherTask') return json({ task_id: 'task-00-0', status: 'pending', data: [] })
    if (spoil(peer, fault, reply)) return null
    world.outside(random.whole(20, 400), () => {
      tellOf(named, peer)
      peer.send(bytesOfAnswer(reply))
    })
    return null
  }

  function file(peer: Peer, { path }: HttpRequest): HttpAnswer | null {
    const [, name = '', signature = ''] = /^\/files\/(.*)\.png\?signature=(\d+)$/.exec(path) ?? []
    const entry = entries.get(name)
    if (entry === undefined) return json({ error: 'no such file' }, 404)
    const isSpoilt = entry.given && service.isMoody && temperament.spoilsAgain && random.chance(0.5)
    const fault = isSpoilt ? 'damaged' : moodOf<FileFault>(temperament.files)
    const headers = { 'content-type': 'image/png', etag: `"${name}"` }
    const whole: HttpAnswer = { status: 200, headers, body: entry.picture.bytes }
    const isTask = [...tasks.values()].some((task) => task.background && task.entries.includes(entry))
    if (service.isShut) return json({ error: { message: 'it broke' } }, 500)
    if (fault === 'notYet') return json({ error: 'not yet' }, random.pick([403, 404]))
    if (fault === 'expired' && isTask && temperament.freshSignatures) entry.expired.add(signature)
    if (entry.expired.has(signature)) return json({ error: 'expired' }, 403)
    if (fault === 'page') return page
    if (fault === 'empty') return { ...whole, body: '' }
    // Nobody could tell that what is never decoded isn't as it was made.
    if (fault === 'damaged' && entry.odd === null) return { ...whole, body: damaged(entry.picture.bytes) }
    const refusal = fault === 'limited' || fault === 'failed' ? (refusalOf(fault) ?? unclearOf(fault)) : null
    if (refusal !== null) return refusal
    if (spoil(peer, fault, whole)) return null
    entry.given = true
    return whole
  }

  return service
}
