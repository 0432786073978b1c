import { AppFailure, appError } from '@shared/errors'
import { preferenceDefaults } from '@shared/model/preferences'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { setViewportWidth } from '../../support/viewport'

sizedElements(700, 600)

const tile = (number: number) =>
  within(screen.getByRole('region', { name: 'Gallery' })).getByRole('option', {
    name: new RegExp(`^\\w+ ${number}, image 2 of 4`),
  })
const noteField = () => screen.findByRole('textbox', { name: 'Note' })

async function renderDetails() {
  setViewportWidth(1280)
  const preferences = { ...preferenceDefaults, sideTab: 'details' as const }
  const main = createMainStandIn({ preferences })
  standInGallery(main.bridge, 3)
  const window = await renderWindow(main)
  await waitFor(() => tile(3))
  await window.user.click(tile(3))
  return { ...window, written: () => main.bridge.inputs('images.writeNote') }
}

test('a note is written as it is typed, and goes to the image that it was typed for', async () => {
  const { user, written } = await renderDetails()
  await user.type(await noteField(), 'For the print')
  await user.click(tile(2))
  await waitFor(() => expect(written()).toContainEqual({ id: 'image3', note: 'For the print' }))
  await waitFor(async () => expect(await noteField()).toHaveProperty('value', ''))
  await user.click(tile(3))
  await waitFor(async () => expect(await noteField()).toHaveProperty('value', 'For the print'))
  expect(written().every(({ id }) => id === 'image3')).toBe(true)
})

test('what was typed since the field was entered is one undo', async () => {
  const { user, written } = await renderDetails()
  await user.type(await noteField(), 'Too dark')
  await user.click(tile(3))
  await waitFor(() => expect(written()).toContainEqual({ id: 'image3', note: 'Too dark' }))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(written()).toContainEqual({ id: 'image3', note: '', only: 'Too dark' }))
  await waitFor(async () => expect(await noteField()).toHaveProperty('value', ''))
})

test('a note that can’t be written now stays, and is written again', async () => {
  const { user, bridge, written } = await renderDetails()
  let refuses = true
  bridge.answer('images.writeNote', () => {
    if (refuses) throw new AppFailure(appError('internal'))
    return { written: true }
  })
  await user.type(await noteField(), 'Keep')
  await user.click(tile(2))
  await user.click(tile(3))
  await waitFor(async () => expect(await noteField()).toHaveProperty('value', 'Keep'))
  refuses = false
  const refused = written().length
  await waitFor(() => expect(written().slice(refused)).toEqual([{ id: 'image3', note: 'Keep' }]))
})
