import { preferenceDefaults } from '@shared/model/preferences'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { batchSample, jobSample, overviewOf, uncertainJob } from '../../support/jobSamples'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { setViewportWidth } from '../../support/viewport'

sizedElements(1400, 800)

const tab = (name: string) => screen.getByRole('tab', { name })
const details = () => screen.queryByRole('complementary', { name: 'Details' })
const queue = () => screen.getByRole('region', { name: 'Queue' })
const tile = (number: number) =>
  screen.getByRole('option', { name: `${imageSample(number).prompt}, image 2 of 4, saved` })

async function showImages(width: number, kept: Partial<typeof preferenceDefaults> = {}) {
  setViewportWidth(width)
  const main = createMainStandIn({ preferences: { ...preferenceDefaults, ...kept } })
  standInGallery(main.bridge, 3)
  main.bridge.answer('queue.overview', () =>
    overviewOf({
      needsYou: [uncertainJob('connectionLost', { prompt: 'market street' })],
      waiting: [batchSample()],
      finished: [jobSample({ prompt: 'gull', state: 'failed', billed: 'no', endedAt: 9000 })],
    }),
  )
  const window = await renderWindow(main)
  await waitFor(() => tile(3))
  return window
}

test('under 1600 px, the queue and Details are two tabs, and a selection alone switches nothing', async () => {
  const { user } = await showImages(1280)
  expect(tab('Queue 38, 1 needs you')).toHaveAttribute('aria-selected', 'true')
  await user.click(tile(3))
  expect(details()).toBeNull()
  expect(queue()).toBeVisible()

  await user.click(tab('Details'))
  await within(details() ?? expect.unreachable()).findByRole('button', { name: 'chair 3' })
  expect(screen.queryByRole('region', { name: 'Queue' })).toBeNull()
  expect(tab('Queue 38, 1 needs you')).toHaveAttribute('aria-selected', 'false')
})

test('the tabs are one Tab stop, and the arrow keys go from one to the other', async () => {
  const { user } = await showImages(1280)
  act(() => tab('Queue 38, 1 needs you').focus())
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(tab('Details'))
  expect(details()).toBeVisible()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(tab('Queue 38, 1 needs you'))
  await user.keyboard('{End}{Home}')
  expect(queue()).toBeVisible()
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
  for (const each of screen.getAllByRole('tab'))
    expect(document.getElementById(each.getAttribute('aria-controls') ?? '')).toHaveAttribute(
      'aria-labelledby',
      each.id,
    )
})

test('I shows Details and puts the queue back, but is a letter in a field', async () => {
  const { user, bridge } = await showImages(1280)
  await user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'i')
  expect(details()).toBeNull()
  await user.click(tile(3))
  await user.keyboard('i')
  expect(details()).toBeVisible()
  expect(document.activeElement).toBe(tile(3))
  await waitFor(() => expect(bridge.inputs('preferences.change')).toContainEqual({ sideTab: 'details' }))
  await user.keyboard('{Control>}i{/Control}')
  expect(details()).toBeVisible()
  await user.keyboard('i')
  expect(details()).toBeNull()
  expect(queue()).toBeVisible()
})

test('hiding Details by I gives the focus they had to the gallery', async () => {
  const { user } = await showImages(1280, { sideTab: 'details' })
  await user.click(tile(3))
  const reuse = await screen.findByRole('button', { name: 'Reuse' })
  act(() => reuse.focus())
  await user.keyboard('i')
  expect(details()).toBeNull()
  expect(document.activeElement).toBe(tile(3))
})

test('the choice is kept', async () => {
  await showImages(1280, { sideTab: 'details' })
  expect(details()).toBeVisible()
  expect(tab('Details')).toHaveAttribute('aria-selected', 'true')
})

test('opened rows stay open while Details are in front', async () => {
  const { user } = await showImages(1280)
  await user.click(within(queue()).getByRole('button', { name: 'Details' }))
  const row = within(queue()).getByRole('button', { name: 'What was sent' })
  await user.keyboard('i')
  expect(row).not.toBeVisible()
  await user.keyboard('i')
  expect(within(queue()).getByRole('button', { name: 'What was sent' })).toBe(row)
  expect(row).toBeVisible()
})

test('from 1600 px, both have a column, and each folds away and comes back', async () => {
  const { user } = await showImages(1920)
  expect(screen.queryByRole('tab')).toBeNull()
  expect(details()).toBeVisible()
  expect(queue()).toBeVisible()
  expect(screen.getAllByRole('separator')).toHaveLength(3)

  await user.click(screen.getByRole('button', { name: 'Hide details' }))
  expect(details()).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show details' }))
  await user.click(screen.getByRole('button', { name: 'Hide queue' }))
  expect(within(queue()).getByText('1 needs you')).toBeVisible()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show queue' }))
  await user.keyboard('i')
  expect(details()).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show queue' }))
  expect(screen.getAllByRole('separator')).toHaveLength(3)
})

test('under 1180 px, I opens the column on Details, and closes it again', async () => {
  const { user, bridge } = await showImages(1000)
  expect(within(queue()).getByText('1 needs you')).toBeVisible()
  await user.click(tile(3))
  await user.keyboard('i')
  expect(details()).toBeVisible()
  expect(tab('Queue 38, 1 needs you')).toBeVisible()
  await user.keyboard('i')
  expect(within(queue()).getByText('1 needs you')).toBeVisible()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(bridge.inputs('preferences.change')).not.toContainEqual({ queueShown: false })

  await user.click(screen.getByRole('button', { name: 'Show details' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hide details' })),
  )
  await user.click(tab('Queue 38, 1 needs you'))
  await user.keyboard('i')
  await user.keyboard('i')
  expect(tab('Queue 38, 1 needs you')).toHaveAttribute('aria-selected', 'true')
})

test('“Details” in the menu of an image brings them to the front', async () => {
  const { user } = await showImages(1280)
  await user.pointer({ keys: '[MouseRight]', target: tile(2) })
  await user.click(await screen.findByRole('menuitem', { name: /^Details/ }))
  expect(details()).toBeVisible()
})

test('F6 leads through Details, and past what is behind them', async () => {
  const { user } = await showImages(1280, { sideTab: 'details' })
  act(() => tile(3).focus())
  await user.keyboard('{F6}')
  expect(document.activeElement).toBe(details())
  await user.keyboard('{F6}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Settings' }))
})

test('asking for a batch brings the queue to the front', async () => {
  const { user } = await showImages(1280, { sideTab: 'details' })
  await user.click(await screen.findByRole('option', { name: /waiting in/ }))
  await waitFor(() => expect(queue()).toBeVisible())
})
