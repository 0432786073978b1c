import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually'
import { hurriedClock } from '../support/fakeClock'
import { startCore } from '../support/runningCore'
import { mountSmallDisk, type SmallDisk } from '../support/smallDisk'
import { temporaryFolder } from '../support/temporaryFolder'
import { pngWith } from '../support/toldImages'

/** What can become of the disk of a library, what the user is told, and how it gets well again. */
const faults = {
  'read-only': {
    code: 'libraryUnwritable',
    begin: (disk: SmallDisk) => disk.setReadOnly(true),
    end: (disk: SmallDisk) => disk.setReadOnly(false),
  },
  full: {
    code: 'diskLow',
    begin: (disk: SmallDisk) => disk.fill(0),
    end: (disk: SmallDisk) => disk.clear(),
  },
} as const

describe('a library whose disk gets', () => {
  test.for(['read-only', 'full'] as const)(
    '%s says so once and loses nothing, and does what waited once it is well',
    async (name, { skip }) => {
      const fault = faults[name]
      const folder = temporaryFolder()
      const library = join(folder, 'library')
      await mkdir(library)
      const disk = mountSmallDisk(library, 16)
      if ('refused' in disk) return skip(disk.refused)
      onTestFinished(disk.unmount)
      const { call, ports } = await startCore(folder, { clock: hurriedClock })
      const pictures = join(folder, 'pictures')
      await mkdir(pictures)

      async function begin(file: string): Promise<void> {
        const path = join(pictures, file)
        await writeFile(path, await pngWith([], { width: 30 + file.length }))
        ports.chosenImages = [path]
        await call('bringing.choose', { what: 'files' })
        await eventually(async () => (await call('bringing.current', null))?.stage === 'looked')
        await call('bringing.start', { leaves: false })
      }
      const ended = () =>
        eventually(async () => (await call('bringing.current', null))?.stage === 'ended', {
          what: 'an image that is in',
        })
      const rows = async () => (await call('gallery.page', { text: '', offset: 0, limit: 9 })).rows
      const notices = async () =>
        (await call('app.snapshot', null)).notices.flatMap((notice) =>
          'error' in notice ? notice.error.code : [],
        )
      const images = async () =>
        (await readdir(library, { recursive: true })).filter((file) => file.endsWith('.png')).toSorted()
      /** The marks in the record of an image. */
      async function recorded(jobId: string) {
        const text = await readFile(join(library, `.cyanotype/records/${jobId}-1.json`), 'utf8').catch(
          () => null,
        )
        return text === null ? null : JSON.parse(text).marks
      }

      for (const file of ['a.png', 'bb.png', 'ccc.png']) {
        await begin(file)
        await ended()
        await call('bringing.dismiss', null)
      }
      const [kept, collected, discarded] = await rows()
      if (kept === undefined || collected === undefined || discarded === undefined)
        return expect.unreachable()
      const before = await images()
      expect(before).toHaveLength(3)

      await fault.begin(disk)
      await eventually(async () => (await notices()).length > 0, { what: 'a notice' })
      await call('images.mark', { selection: { ids: [kept.id] }, change: { flag: 'kept' } })
      await call('collections.create', { name: 'Ferns', selection: { ids: [collected.id] } })
      await call('images.delete', { ids: [discarded.id] })
      await begin('dddd.png')
      await eventually(
        async () => {
          const state = await call('bringing.current', null)
          return state?.stage === 'running' && state.problem?.code === fault.code
        },
        { what: 'an image that waits' },
      )
      await call('library.check', { asked: true })
      await eventually(async () => (await call('app.snapshot', null)).upkeep.running === null)
      expect((await call('app.snapshot', null)).upkeep.last).toMatchObject({
        missing: 0,
        changed: 0,
        unsure: 0,
      })
      if (name === 'read-only') await call('trash.discard', { selection: null })
      expect(await notices()).toEqual([fault.code])
      expect((await images()).filter((file) => before.includes(file))).toEqual(before)
      expect((await rows()).map(({ id }) => id)).toEqual([kept.id, collected.id])

      await fault.end(disk)
      await ended()
      await eventually(async () => (await notices()).length === 0, { what: 'no notice' })
      await eventually(async () => (await recorded(kept.jobId))?.flag === 'kept', { what: 'a recorded mark' })
      await eventually(async () => (await recorded(collected.jobId))?.collections[0]?.name === 'Ferns', {
        what: 'a recorded collection',
      })
      await eventually(
        async () =>
          name === 'read-only'
            ? (await recorded(discarded.jobId)) === null
            : (await recorded(discarded.jobId))?.deletedAt !== null,
        { what: 'what was deleted' },
      )
      expect(await rows()).toHaveLength(3)
      expect(await images()).toHaveLength(name === 'read-only' ? 3 : 4)
    },
  )
})
