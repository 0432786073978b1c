import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { temporaryFolder } from '../../support/temporaryFolder'
import { answeredCore } from '../answeredCore'
import { tableHand } from './tablesHarness'

const rows = [
  'prompt\tmodel\tmode\tn\tsize\timage\tname\tplant',
  'a wren\tpainter-1\tbackground\t2\t64x64\thttps://images.example/a.png\t\t',
  'a {{plant}}\tpainter-2\tdirect\t2\t64x48\thttps://images.example/a.png https://images.example/b.png\tThe Fern!\tfern',
  '{"json": [1, 2]}\t\tdirect\t\t\t\t\t',
].join('\n')

async function connected(folder: string, fullBackground: boolean) {
  const { call, id, posts } = await answeredCore(folder, { fullBackground })
  return { call, posts: () => posts().map(({ body }) => body), ...tableHand(call, id) }
}

const direct = [
  '{"model":"painter-2","prompt":"a fern","size":"64x48","n":2,"image":["https://images.example/a.png","https://images.example/b.png"]}',
  '{"model":"aurora-2","prompt":"{\\"json\\": [1, 2]}","n":1}',
]
const wren = '"model":"painter-1","prompt":"a wren"'

describe('what tables.enqueue puts on the wire', () => {
  test.each([
    [false, [`{${wren},"async":true}`, `{${wren},"async":true}`]],
    [true, [`{${wren},"size":"64x64","n":2,"image":["https://images.example/a.png"],"async":true}`]],
  ])('is for each row what its mode allows (everything in Background: %s)', async (full, background) => {
    const folder = temporaryFolder()
    const { paste, enqueue, posts, call } = await connected(folder, full)
    await paste(rows)
    const { jobs, images } = await enqueue()
    expect({ jobs, images }).toEqual({ jobs: background.length + 2, images: 5 })
    await eventually(() => posts().length === jobs, { what: `${jobs} requests on the wire` })
    expect(posts().toSorted()).toEqual([...background, ...direct].toSorted())

    await eventually(async () => (await call('queue.overview', { limit: 1 })).counts.finished === jobs)
    expect(posts()).toHaveLength(jobs)
    const files = readdirSync(join(folder, 'library'), { recursive: true }).map(String)
    expect(files.filter((name) => /\/the-fern-[0-9a-z]+-[12]\.png$/.test(name))).toHaveLength(2)
  })
})
