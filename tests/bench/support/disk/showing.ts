import { z } from 'zod'
import type { ForkedCore } from '../../../support/coreFork'
import { thumbnailRoute } from './diskCore'

const atOnce = 100

/** Looks at every image of the gallery; how many have no thumbnail. */
export async function showAll({ call, handle }: ForkedCore): Promise<number> {
  const { total } = await call('gallery.outline', { text: '' })
  let hidden = 0
  for (let offset = 0; offset < total; offset += atOnce) {
    const { rows } = await call('gallery.page', { text: '', offset, limit: atOnce })
    for (const { id } of rows) {
      const answer = await handle(thumbnailRoute, id)
      if (!answer.ok || !z.boolean().parse(answer.value)) hidden += 1
    }
  }
  return hidden
}
