import { appError } from '@shared/errors'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn, demoConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(1400, 800)

const focused = () => document.activeElement
const prompt = () => screen.getByRole('textbox', { name: 'Prompt' })
const settings = () => screen.getByRole('button', { name: 'Settings' })
const tile = (number: number) =>
  screen.getByRole('option', { name: `${imageSample(number).prompt}, image 2 of 4, saved` })
const inQueue = () => screen.getByRole('region', { name: 'Queue' }).contains(focused())

async function showImages() {
  const main = createMainStandIn()
  standInGallery(main.bridge, 3)
  const window = await renderWindow(main)
  await waitFor(() => tile(3))
  return window
}

test('F6 cycles through the parts of the window, while typing too, and Shift+F6 goes the other way', async () => {
  const { user } = await showImages()
  await user.type(prompt(), 'a fern')
  await user.keyboard('{F6}')
  expect(focused()).toBe(tile(3))
  await user.keyboard('{F6}')
  expect(inQueue()).toBe(true)
  await user.keyboard('{F6}')
  expect(focused()).toBe(settings())
  await user.keyboard('{F6}')
  expect(focused()).toBe(prompt())
  await user.keyboard('{Shift>}{F6}{/Shift}')
  expect(focused()).toBe(settings())
  await user.keyboard('{Shift>}{F6}{/Shift}')
  expect(inQueue()).toBe(true)
})

test('F6 returns to what had the focus in a part', async () => {
  const { user } = await showImages()
  const model = screen.getByRole('combobox', { name: 'Model' })
  model.focus()
  await user.keyboard('{F6}')
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(focused()).toBe(tile(2)))
  await user.keyboard('{F6}{F6}{F6}')
  expect(focused()).toBe(model)
  await user.keyboard('{F6}')
  expect(focused()).toBe(tile(2))
})

test('F6 leads to the buttons of a banner, even if nothing has the focus', async () => {
  const held = {
    ...demoConnection,
    hold: { error: appError('keyRefused'), since: 0, polls: false },
  }
  const { user } = await renderWindow({ connections: [held] })
  if (focused() instanceof HTMLElement) prompt().blur()
  await user.keyboard('{F6}')
  expect(focused()?.closest('[role=alert], [role=status]')).not.toBeNull()
})

test('F6 does nothing in a dialog', async () => {
  const { user } = await showImages()
  await user.click(settings())
  const dialog = await screen.findByRole('dialog', { name: 'Settings' })
  await user.keyboard('{F6}')
  expect(dialog.contains(focused())).toBe(true)
})
