import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bringing } from '@shared/model/bringing'
import { expect } from 'vitest'
import type { Call } from '../../support/call'
import { eventually } from '../../support/eventually'
import type { RunningCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'

export const noon = new Date(2024, 4, 1, 12).getTime()

export async function folderOf(files: Readonly<Record<string, Buffer | string>>, folder = temporaryFolder()) {
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, bytes)
    await utimes(path, noon / 1000, noon / 1000)
  }
  return folder
}

export const current = (call: Call) => call('bringing.current', null)

export async function look({ call, ports }: RunningCore, ...paths: readonly string[]) {
  ports.chosenImages = paths
  expect(await call('bringing.choose', { what: 'files' })).toEqual({ chosen: true })
  return settled(call, 'looked')
}

export async function settled<S extends Bringing['stage']>(call: Call, stage: S) {
  await eventually(async () => (await current(call))?.stage === stage, {
    what: `the stage ${stage}`,
  })
  return (await current(call)) as Extract<Bringing, { readonly stage: S }>
}

export async function bringIn(run: RunningCore, ...paths: readonly string[]) {
  return bring(run, { leaves: false }, ...paths)
}

/** `leaves`: they stay where they are. */
export async function bring(
  run: RunningCore,
  how: { readonly leaves: boolean },
  ...paths: readonly string[]
) {
  await look(run, ...paths)
  await run.call('bringing.start', how)
  return settled(run.call, 'ended')
}

export async function rowsOf(call: Call, text = '') {
  return (await call('gallery.page', { text, offset: 0, limit: 500 })).rows
}

export async function detailsOf(call: Call, name: string) {
  const rows = await rowsOf(call)
  const all = await Promise.all(rows.map(({ id }) => call('images.details', { id })))
  const found = all.find(({ brought }) => brought?.name === name)
  if (found === undefined) throw new Error(`no image of ${name}`)
  return found
}

/** All that is in a library but its own records, and the files of its profiles. */
export async function filesOf(library: string): Promise<readonly string[]> {
  const names = await readdir(library, { recursive: true, withFileTypes: true }).catch(() => [])
  return names.flatMap((entry) =>
    entry.isFile() && !/records|profiles/.test(entry.parentPath) ? [join(entry.parentPath, entry.name)] : [],
  )
}
