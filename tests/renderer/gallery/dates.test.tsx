import { localDay } from '@shared/model/image'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { nearestDay } from '../../../renderer/features/gallery/dates/nearestDay'
import { standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const at = (month: number, day: number) => new Date(2024, month - 1, day, 12).getTime()
/** Three images of each of three days, and a fourth day that the list begins with. */
const times = [
  at(5, 20),
  ...[at(5, 9), at(5, 6), at(3, 1)].flatMap((time) => [time, time - 1000, time - 2000]),
]

const list = () => screen.getByRole('listbox', { name: 'Images' })
const current = () =>
  within(list())
    .getAllByRole('option')
    .find(({ tabIndex }) => tabIndex === 0)
const place = () => current()?.getAttribute('aria-posinset')
const question = () => within(screen.getByRole('dialog', { name: 'Go to a date' }))
const field = () => question().getByLabelText<HTMLInputElement>('Date')

/** The window with these images. */
async function renderDays() {
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, times.length)
  library.images.splice(
    0,
    times.length,
    ...library.images.map((image, index) => ({ ...image, placedAt: times[index] ?? 0 })),
  )
  library.daysOf = (found, sort) => {
    const counts = new Map<string, number>()
    for (const { placedAt } of found)
      counts.set(localDay(placedAt), (counts.get(localDay(placedAt)) ?? 0) + 1)
    return sort === 'name' ? [] : [...counts].map(([day, count]) => ({ day, count }))
  }
  const window = await renderWindow(main)
  await waitFor(() => expect(list()).toBeTruthy())
  return window
}

describe('going to a date', () => {
  test('by keyboard leads to the first image of that day, which is selected and has the focus', async () => {
    const { user } = await renderDays()
    await user.keyboard('{Control>}g{/Control}')
    expect(document.activeElement).toBe(field())
    expect(field()).toMatchObject({ value: '2024-05-20', min: '2024-03-01', max: '2024-05-20' })
    fireEvent.change(field(), { target: { value: '2024-05-06' } })
    expect(question().getByText('3 images')).toBeVisible()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Go to a date' })).toBeNull())
    await waitFor(() => expect(place()).toBe('5'))
    expect(document.activeElement).toBe(current())
    expect(current()?.getAttribute('aria-selected')).toBe('true')
  })

  test('without images leads to the nearest day, and says so first', async () => {
    const { user } = await renderDays()
    await user.keyboard('{Control>}g{/Control}')
    fireEvent.change(field(), { target: { value: '2023-01-01' } })
    expect(question().getByText('None on this day. The nearest are of March 1, 2024.')).toBeVisible()
    await user.click(question().getByRole('button', { name: 'Go' }))
    await waitFor(() => expect(place()).toBe('8'))
  })

  test('goes nowhere without a date, and Escape gives the focus back', async () => {
    const { user } = await renderDays()
    await user.click(screen.getByRole('textbox', { name: 'Prompt' }))
    await user.keyboard('{Control>}g{/Control}')
    fireEvent.change(field(), { target: { value: '' } })
    await user.keyboard('{Enter}{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Prompt' }))
  })

  test('begins with a press on a date that is shown, which is in the field then', async () => {
    const { user } = await renderDays()
    await user.click(within(list()).getByText('Thursday, May 9, 2024'))
    expect(field().value).toBe('2024-05-09')
  })

  test('in an order by something else says why it can’t, and offers the order by time', async () => {
    const { user } = await renderDays()
    await user.click(screen.getByRole('button', { name: 'Sort by: Newest' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Name' }))
    await user.click(screen.getByRole('button', { name: 'Sort by: Name' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Go to a date/ }))
    expect(await screen.findByText('Sorted by “Name”, images of a day aren’t together.')).toBeVisible()
    await user.click(question().getByRole('button', { name: 'Sort by newest' }))
    await waitFor(() => expect(document.activeElement).toBe(field()))
  })
})

describe('the nearest day', () => {
  const days = ['2024-05-20', '2024-05-09', '2024-03-01']

  test.each([
    ['2024-05-09', '2024-05-09'],
    ['2024-05-15', '2024-05-20'],
    ['2024-05-14', '2024-05-09'],
    ['1999-12-31', '2024-03-01'],
    ['9999-01-01', '2024-05-20'],
    ['', null],
  ])('to %j is %j', (wanted, nearest) => expect(nearestDay(days, wanted)).toBe(nearest))

  test('is none in a list without days', () => expect(nearestDay([], '2024-05-09')).toBeNull())
})
