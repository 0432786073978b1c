import type { JobHistory } from '@shared/model/exchange'
import type { ImageDetails } from '@shared/model/image'
import { preferenceDefaults } from '@shared/model/preferences'
import { screen, waitFor, within } from '@testing-library/react'
import { imageSample, standInGallery } from './galleryStandIn'
import { createMainStandIn } from './mainStandIn'
import { renderWindow } from './renderWindow'
import { setViewportWidth } from './viewport'

/** The tile of an image, by its number. */
export const tile = (number: number) =>
  screen.getByRole('option', { name: `${imageSample(number).prompt}, image 2 of 4, saved` })
export const details = () => within(screen.getByRole('complementary', { name: 'Details' }))
/** One that a press copies. */
export const value = (name: string | RegExp) => details().findByRole('button', { name })

/** On the day of the image. */
export const at = (time: string) => new Date(`2024-05-04T${time}`).getTime()

export const detailsSample: ImageDetails = {
  ...imageSample(5),
  createdAt: at('10:41:44'),
  asked: { model: 'demo-1', prompt: 'a fern at dawn', n: 4, mode: 'background' },
  revisedPrompt: 'a fern, long exposure, at dawn',
  format: 'png',
  bytes: 1_500_000,
  file: '2024/05-04/fern.png',
  connectionId: 'demo',
  connectionName: 'Demo',
  batch: { id: 'batch3', name: 'Ferns' },
  taskId: 'task-7',
  brought: null,
  sha256: 'ab',
  tookMs: 41_000,
  note: '',
  deletedAt: null,
  collections: [],
}

export const accepted = { outcome: 'accepted', error: null, answeredAt: at('10:41:03'), polls: 9 } as const
export const history: JobHistory = {
  queuedAt: at('10:41:02'),
  attempts: [{ ...accepted, number: 1, startedAt: at('10:41:03') }],
  attemptCount: 1,
}

/** A window with Details beside the gallery. */
export async function showDetails(changed: Partial<ImageDetails> = {}, known: JobHistory | null = history) {
  setViewportWidth(1280)
  const main = createMainStandIn({ preferences: { ...preferenceDefaults, sideTab: 'details' } })
  const library = standInGallery(main.bridge, 6)
  main.bridge.answer('images.details', () => ({ ...detailsSample, ...changed }))
  main.bridge.answer('jobs.history', () => known)
  const window = await renderWindow(main)
  await waitFor(() => tile(5))
  return { ...window, library }
}
