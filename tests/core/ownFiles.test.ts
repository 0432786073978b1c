import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSpool } from '../../electron/core/service/spool'
import { eventually } from '../support/eventually'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'

test.skipIf(process.platform === 'win32')(
  'what the core and its processes write in the profile is for this user alone',
  async () => {
    // The loosest umask: it removes no permission.
    const before = process.umask(0)
    onTestFinished(() => void process.umask(before))
    const { call, ports } = await startCore(temporaryFolder())
    const { profile } = ports.places

    const { id } = await call('connections.useDemo', null)
    const draft = { prompt: 'A wool fern', model: 'aurora-2', size: '', n: 1, mode: 'background' as const }
    await call('jobs.enqueue', { connectionId: id, draft: { ...draft, image: [] }, first: false })
    await eventually(async () => (await call('gallery.page', { text: '', offset: 0, limit: 1 })).rows[0], {
      what: 'the image',
    })
    const defaults = { model: 'aurora-2', size: '', n: 1, mode: 'background' as const, image: [] }
    await call('tables.paste', { text: 'A lead fern\nA tin fern', connectionId: id, defaults })
    await createSpool(join(profile, 'spool')).write('answer', 'An answer too large for a row')

    const written = ['cyanotype.db', 'demo/tasks.jsonl', 'spool/answer', 'tables', 'thumbnails']
    await eventually(() => written.every((path) => namesIn(profile).includes(path)), {
      what: written.join(', '),
    })
    expect(namesIn(profile).filter((path) => isOpen(join(profile, path)))).toEqual([])
    expect(isOpen(profile)).toBe(false)
  },
)

/** Whether other users of the computer have any access to it. */
const isOpen = (path: string): boolean =>
  ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0

/** Everything below a folder, as relative paths. */
function namesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}
