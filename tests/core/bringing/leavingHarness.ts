import { join } from 'node:path'
import { expect } from 'vitest'
import type { Call } from '../../support/call'
import { eventually } from '../../support/eventually'
import { type RunningCore, startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { pngWith, textChunk } from '../../support/toldImages'
import { bring, detailsOf, folderOf } from './bringingHarness'

export const fern = (width = 40) => pngWith([textChunk('Description', 'a fern')], { width })
export const leaves = { leaves: true }

/** A library that knows one image, which lies in a folder of the user's. */
export async function left() {
  const root = temporaryFolder()
  const pictures = await folderOf({ 'fern.png': await fern() }, join(root, 'pictures'))
  const run = await startCore(root)
  expect(await bring(run, leaves, pictures)).toMatchObject({ brought: 1, failed: { count: 0 } })
  const details = await detailsOf(run.call, 'fern.png')
  return {
    ...{ run, root, pictures, id: details.id, details },
    path: join(pictures, 'fern.png'),
    library: join(root, 'library'),
    /** The record that its library has. */
    recordIn: (library: string) => join(library, '.cyanotype/records', `${details.jobId}-1.json`),
  }
}

/** Looks through the library, as the user may at any time. */
export async function check({ call }: RunningCore) {
  await call('library.check', { asked: true })
  await upkeepEnded(call)
}

const upkeepEnded = (call: Call) =>
  eventually(async () => (await call('app.snapshot', null)).upkeep.running === null, {
    what: 'the end of the upkeep',
  })

export async function rebuild({ call }: RunningCore) {
  await call('library.rebuild', null)
  await upkeepEnded(call)
  return (await call('app.snapshot', null)).upkeep.rebuilt
}

export const opened = ({ core }: RunningCore, id: string) => core.images.pictureFile(id)
export const outside = async ({ call }: RunningCore, id: string) =>
  (await call('images.details', { id })).outside
