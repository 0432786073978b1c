import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../support/call'
import { type CoreProgram, coreProgram } from '../../support/coreProgram'
import { eventually } from '../../support/eventually'
import { goOn } from '../../support/goOn'
import { startKillableCore } from '../../support/killableCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { pngWith, textChunk } from '../../support/toldImages'

const images = 40
const demo = { taskMs: 100, slots: 1 }

describe('bringing in, killed', () => {
  let program: CoreProgram
  beforeAll(async () => {
    program = await coreProgram('tests/support/coreProcess.ts')
  })

  const doneOf = async (call: Call): Promise<number> => {
    const state = await call('bringing.current', null)
    return state?.stage === 'running' ? state.done : state?.stage === 'ended' ? images : 0
  }

  test('again and again, goes on until each image is there once', async () => {
    const source = temporaryFolder()
    for (let at = 0; at < images; at++) {
      const chunk = textChunk('Description', `fern number ${at}`)
      await writeFile(join(source, `${at}.png`), await pngWith([chunk], { width: 200 + at, height: 160 }))
    }
    const folder = temporaryFolder()
    let core = await startKillableCore(program, folder, { ...demo, images: [source] })
    await core.call('bringing.choose', { what: 'folder' })
    await eventually(async () => (await core.call('bringing.current', null))?.stage === 'looked')
    await core.call('bringing.start', { leaves: false })
    for (const count of [1, 4, 9, 15, 22, 30]) {
      await eventually(async () => (await doneOf(core.call)) >= count, { what: `${count} images` })
      await core.kill()
      core = await startKillableCore(program, folder, demo)
      await goOn(core.call)
    }
    const { call } = core
    await eventually(async () => (await call('bringing.current', null))?.stage === 'ended')
    // An image that was in place when the kill came is counted as brought in, not as known.
    expect(await call('bringing.current', null)).toMatchObject({
      brought: images,
      known: 0,
      left: 0,
      failed: { count: 0 },
    })
    const { rows } = await call('gallery.page', { text: 'is:brought', offset: 0, limit: 500 })
    expect(new Set(rows.map(({ prompt }) => prompt)).size).toBe(images)
    expect(rows).toHaveLength(images)
    const library = join(folder, 'library')
    for (const { id } of rows) {
      const { file, sha256 } = await call('images.details', { id })
      expect(
        createHash('sha256')
          .update(await readFile(join(library, file)))
          .digest('hex'),
      ).toBe(sha256)
    }
    const files = await readdir(library, { recursive: true })
    expect(files.filter((name) => name.endsWith('.png'))).toHaveLength(images)
    await eventually(async () => (await readdir(join(library, '.cyanotype/incoming'))).length === 0)
  })
})
