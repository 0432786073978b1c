import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppError } from '@shared/errors'
import type { Job } from '@shared/model/job'
import { onTestFinished } from 'vitest'
import { createDelivery } from '../../../electron/core/delivery/delivery'
import { newId } from '../../../electron/core/ids'
import { createLibraryWatch } from '../../../electron/core/library/libraryWatch'
import type { ItemSetback, ReadyItem } from '../../../electron/core/queue/engine/downloads/itemDelivery'
import type { DownloadOptions } from '../../../electron/core/service/serviceClient'
import type { Target } from '../../../electron/core/service/target'
import type { DownloadVerdict } from '../../../electron/core/service/verdict'
import { createFakeClock } from '../../support/fakeClock'
import { jobSample } from '../../support/jobSamples'
import { testGuard } from '../../support/testGuard'
import { unwatchedStart } from '../../support/unwatchedStart'
import { libraryHarness } from '../library/libraryHarness'

type Serve = (url: string, options: DownloadOptions) => Promise<DownloadVerdict>

const target: Target = { baseUrl: 'https://images.example', pathPrefix: '', key: null, proxy: null }

const jobOf = (id: string): Job => ({
  ...jobSample({
    id,
    batchId: 'b',
    connectionId: 'c1',
    images: 4,
    taskId: 'task-1',
    billed: 'yes',
    createdAt: 0,
    sentAt: 0,
    items: [],
  }),
  request: { model: 'aurora-2', prompt: 'a lighthouse' },
})

/** Delivery over a real library; the test stands in for the queue and the service. */
export async function setUp(
  serve?: Serve,
  items: readonly Partial<ReadyItem>[] = [{}],
  imaging: { readonly memoryBound?: number } = {},
) {
  const harness = await libraryHarness()
  const clock = createFakeClock(Date.now())
  const guard = testGuard(clock, harness.ports.logger)
  const { library } = harness.open({ clock, ...imaging })
  const ready = new Map<string, ReadyItem>()
  const saved = new Map<string, string>()
  const repeated = new Map<string, string>()
  const setbacks: { readonly index: number; readonly setback: ItemSetback }[] = []
  const downloads: { readonly url: string; readonly withKey: boolean; readonly key: string | null }[] = []
  const holds: (AppError | null)[] = []
  const jobId = newId(Date.now())
  for (const [index, item] of items.entries()) {
    const whole = {
      connectionId: 'c1',
      jobId,
      index,
      url: `https://cdn.example/${index}`,
      spoolFile: null,
      again: false,
      revisedPrompt: null,
      tries: 0,
    }
    ready.set(`${index}`, { ...whole, ...item })
  }
  let due: number | null = null
  /** Milliseconds of wall-clock time. */
  const time = { passesAtALook: 0 }
  const watch = createLibraryWatch({
    library,
    clock,
    onChange: (problem) => {
      holds.push(problem)
      if (problem === null) delivery.wake()
    },
  })
  const delivery = createDelivery({
    starts: unwatchedStart,
    db: harness.db,
    library,
    watch,
    clock: guard.clock,
    guard,
    logger: harness.ports.logger,
    random: () => 1,
    queue: {
      readyItems(limit, { besides } = { besides: [] }) {
        const isDue = due === null || due <= clock.now()
        clock.set(time.passesAtALook)
        return isDue
          ? [...ready.values()].filter(({ connectionId }) => !besides.includes(connectionId)).slice(0, limit)
          : []
      },
      nextItemDue: () => (due !== null && due > clock.now() ? due : null),
      origin: () => ({ job: jobOf(jobId), connectionName: 'Studio', frozen: null }),
      onItemReady: () => () => {},
      releaseAnswers: async () => {},
      itemSaved: (_job, index, imageId) => {
        ready.delete(`${index}`)
        saved.set(`${index}`, imageId)
      },
      itemFound: (_job, index, imageId) => {
        ready.delete(`${index}`)
        saved.set(`${index}`, imageId)
        return true
      },
      itemRepeated: (_job, index, imageId) => {
        ready.delete(`${index}`)
        repeated.set(`${index}`, imageId)
      },
      endsItem: (_job, _index, { kind }) => kind === 'failed' || kind === 'expired',
      itemSetBack: (_job, index, setback) => {
        setbacks.push({ index, setback })
        const item = ready.get(`${index}`)
        if (item !== undefined && (setback.kind === 'later' || setback.kind === 'stuck')) {
          due = setback.notBefore
          ready.set(`${index}`, { ...item, tries: item.tries + 1 })
        } else ready.delete(`${index}`)
      },
    },
    service: {
      async download(url, options) {
        downloads.push({ url, withKey: options.withKey, key: options.target.key })
        return (serve ?? servePixels)(url, options)
      },
      strike: async (text, key) => (key === null ? text : text.replaceAll(key, '[key]')),
      strikeBytes: (bytes) => bytes,
      async keep(name, content) {
        const path = join(harness.folder, name)
        await writeFile(path, content)
        return path
      },
    },
    targets: {
      keyless: async () => target,
      keyed: async (_connection, _frozen, { withLatestKey }) => ({
        ...target,
        key: withLatestKey ? 'sk-2' : 'sk-1',
      }),
    },
  })
  const servePixels: Serve = async (_url, { toFile }) => {
    await writeFile(toFile, harness.pixels)
    return { kind: 'fetched', resumed: false }
  }
  onTestFinished(async () => {
    watch.stop()
    await delivery.stop()
    await library.stop()
  })
  return {
    ...harness,
    clock,
    library,
    watch,
    delivery,
    jobId,
    saved,
    repeated,
    setbacks,
    downloads,
    holds,
    servePixels,
    ready,
    time,
  }
}
