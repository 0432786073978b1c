import { AppFailure, appError } from '@shared/errors'
import type { FoundPicture } from '@shared/model/foundPicture'
import { keptFileName, saveKeptFile } from '../delivery/keptFiles'
import { access } from '../drive'
import type { Dialogs } from '../ports'
import type { FoundPreviews } from '../previews/foundPreviews'
import type { Queue } from '../queue/queue'
import type { FoundImage } from '../queue/rows/foundImages'
import type { DomainHandlers } from './handlers'

export function foundHandlers(deps: {
  readonly queue: Pick<Queue, 'found' | 'find'>
  readonly foundPreviews: Pick<FoundPreviews, 'of'>
  readonly dialogs: Pick<Dialogs, 'saveFile'>
}): DomainHandlers<'found'> {
  const { queue, foundPreviews, dialogs } = deps

  async function pictureOf({
    position,
    url,
    spoolFile,
    state,
  }: FoundImage): Promise<readonly FoundPicture[]> {
    if (spoolFile === null || state !== 'offered') return []
    const isThere = await access(spoolFile).then(
      () => true,
      () => false,
    )
    if (!isThere) return []
    const host = url === null ? null : new URL(url).host
    return [{ position, host, preview: await foundPreviews.of(spoolFile) }]
  }

  return {
    'found.list': async ({ id }) => (await Promise.all(queue.found.of(id).map(pictureOf))).flat(),

    'found.answer': ({ id, position, isImage }) => {
      queue.found.answer(id, position, isImage)
      return null
    },

    'found.save': async ({ id, position }) => {
      const path = queue.found.of(id).find((image) => image.position === position)?.spoolFile ?? null
      const prompt = queue.find(id)?.request.prompt
      if (path === null || prompt === undefined)
        throw new AppFailure(appError('rowMissing', { params: { id } }))
      const file = { path, prompt, index: position, at: 0 }
      const to = await dialogs.saveFile('keptFile', await keptFileName(file))
      if (to !== null) await saveKeptFile(file, to)
      return { saved: to !== null }
    },
  }
}
