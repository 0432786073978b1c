import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const field = () => gallery().getByRole('combobox', { name: 'Search' })

async function renderSearch() {
  const main = createMainStandIn()
  standInGallery(main.bridge, 6)
  main.bridge.answer('gallery.suggest', ({ text }) => ({
    values: ['aurora-2', 'sketch one'].filter((value) => value.includes(text)),
  }))
  const window = await renderWindow(main)
  await waitFor(() => expect(gallery().getAllByRole('option')).toHaveLength(6))
  const searched = () => main.bridge.inputs('gallery.outline').at(-1)?.text
  return { ...window, main, searched }
}

test('a finished part with a key becomes a chip, and Backspace makes it text again', async () => {
  const { user, searched } = await renderSearch()
  await user.type(field(), 'fern size:>1024 ')
  const remove = gallery().getByRole('button', { name: 'Remove size >1024' })
  expect(field()).toHaveValue('fern ')
  await waitFor(() => expect(searched()).toBe('size:>1024 fern'))
  await user.keyboard('{Home}{Backspace}')
  expect(remove).not.toBeInTheDocument()
  expect(field()).toHaveValue('size:>1024fern ')
})

test('a chip goes by its button, and Escape clears all', async () => {
  const { user, searched } = await renderSearch()
  await user.type(field(), '-is:seen ratio:16:9 fern')
  await user.click(gallery().getByRole('button', { name: 'Remove is not seen' }))
  await waitFor(() => expect(searched()).toBe('ratio:16:9 fern'))
  expect(field()).toHaveFocus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(searched()).toBe(''))
  expect(field()).toHaveValue('')
})

test('keys and values are offered, and chosen by keys', async () => {
  const { user, searched } = await renderSearch()
  await user.click(field())
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByRole('option', { name: /^model:/ })).toBeVisible()
  await user.keyboard('mod{ArrowDown}{Enter}')
  expect(field()).toHaveValue('model:')
  await user.type(field(), 'sk')
  await screen.findByRole('option', { name: 'model:"sketch one"' })
  await user.keyboard('{ArrowDown}{Enter}')
  expect(gallery().getByRole('button', { name: 'Remove model sketch one' })).toBeVisible()
  await waitFor(() => expect(searched()).toBe('model:"sketch one"'))
})

test('Enter takes the key whose beginning is typed, and never another value than what is typed', async () => {
  const { user, searched } = await renderSearch()
  await user.type(field(), 'rat')
  expect(await screen.findByRole('option', { name: /^ratio:/, selected: true })).toBeVisible()
  await user.keyboard('{Enter}')
  expect(field()).toHaveValue('ratio:')
  await user.type(field(), '3:2 size:>1')
  await screen.findByRole('option', { name: 'size:>1024' })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(searched()).toBe('ratio:3:2 size:>1'))
  await user.type(field(), 'rat{Escape}{Enter}')
  await waitFor(() => expect(searched()).toBe('ratio:3:2 size:>1 rat'))
})

test('says what can’t be read, and where', async () => {
  const { user } = await renderSearch()
  await user.type(field(), 'size:abc ')
  expect(gallery().getByRole('button', { name: 'Remove size abc' })).toBeVisible()
  expect(field()).toBeInvalid()
  expect(field()).toHaveAccessibleDescription('“size:abc” isn’t a size. Try size:>1024 or size:1024x1536.')
})

test('tells how many are found, of how many', async () => {
  const { user } = await renderSearch()
  await user.type(field(), 'fern')
  expect(await gallery().findByText('3 of 6')).toBeInTheDocument()
})

test('a pasted query of 10,000 characters and quotation marks without an end harm nothing', async () => {
  const { user, searched } = await renderSearch()
  await user.click(field())
  await user.paste(`"${'a fern '.repeat(1428)}`)
  await waitFor(() => expect(searched()).toMatch(/^"a fern /))
  expect(field()).toHaveAccessibleDescription(/^A quotation mark is missing/)
})

test('a filter is clicked together, without a letter typed', async () => {
  const { user, searched } = await renderSearch()
  await user.click(field())
  await user.click(await screen.findByRole('option', { name: /^model:/ }))
  await user.click(await screen.findByRole('option', { name: 'model:aurora-2' }))
  await waitFor(() => expect(searched()).toBe('model:aurora-2'))
  expect(field()).toHaveFocus()
  await user.click(field())
  await user.click(await screen.findByRole('option', { name: /^is:/ }))
  await screen.findByRole('option', { name: 'is:brought made elsewhere and brought in' })
  await user.click(await screen.findByRole('option', { name: 'is:unseen never opened' }))
  await waitFor(() => expect(searched()).toBe('model:aurora-2 is:unseen'))
})

test('chips are reached by arrow keys, edited by Enter and removed by Delete', async () => {
  const { user, searched } = await renderSearch()
  await user.type(field(), 'size:>1024 is:unseen fern')
  await user.keyboard('{Home}{ArrowLeft}')
  expect(gallery().getByRole('button', { name: 'Edit is unseen' })).toHaveFocus()
  await user.keyboard('{ArrowLeft}')
  expect(gallery().getByRole('button', { name: 'Edit size >1024' })).toHaveFocus()
  await user.keyboard('{Delete}')
  await waitFor(() => expect(searched()).toBe('is:unseen fern'))
  expect(field()).toHaveFocus()
  await user.click(gallery().getByRole('button', { name: 'Edit is unseen' }))
  expect(field()).toHaveValue('fern is:unseen')
  expect(field()).toHaveFocus()
})

test('what an input method composes is searched for once it is there, and nothing is taken for a command', async () => {
  const { main, searched } = await renderSearch()
  field().focus()
  const composing = (value: string) => fireEvent.input(field(), { target: { value }, isComposing: true })
  fireEvent.compositionStart(field())
  composing('size:>1 deng')
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field(), { key: 'Escape', isComposing: true })
  expect(field()).toHaveValue('size:>1 deng')
  composing('size:>1 灯')
  fireEvent.compositionEnd(field())
  await waitFor(() => expect(searched()).toBe('size:>1 灯'))
  expect(field()).toHaveValue('灯')
  expect(main.bridge.inputs('gallery.outline').map(({ text }) => text)).not.toContain('size:>1 deng')
})

test('a part is told to be wrong once it is finished, each kind of problem once', async () => {
  const { user } = await renderSearch()
  await user.type(field(), 'size:a')
  expect(field()).toBeValid()
  await user.keyboard('{Enter}')
  expect(field()).toHaveAccessibleDescription('“size:a” isn’t a size. Try size:>1024 or size:1024x1536.')
  await user.type(field(), 'size:b x:y z:y ')
  expect(field()).toHaveAccessibleDescription(
    '“size:a” isn’t a size. Try size:>1024 or size:1024x1536. “x:y” has no known key. Cyanotype searches for it as text.',
  )
})

test('chips and text together are never longer than a query may be', async () => {
  const { user, searched } = await renderSearch()
  await user.type(field(), `model:${'m'.repeat(30)} `)
  await user.paste('a '.repeat(5000))
  await waitFor(() => expect(searched()?.length).toBeGreaterThan(9000))
  expect(searched()?.length).toBeLessThanOrEqual(10_000)
})

test('a thousand parts make no more chips than can be searched for', async () => {
  const { user } = await renderSearch()
  await user.click(field())
  await user.paste('size:x '.repeat(1000))
  expect(gallery().getAllByRole('button', { name: 'Edit size x' })).toHaveLength(32)
  expect(field()).toHaveAccessibleDescription(/isn’t a size.*Only the first 32 words are searched for/)
})

test('a search is kept as a view, shown again, and removed', async () => {
  const { user, searched, main } = await renderSearch()
  const views = () => gallery().getByRole('button', { name: /^Views/ })
  await user.type(field(), 'is:unseen fern')
  await user.click(gallery().getByRole('button', { name: /^Sort by/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Largest' }))
  await user.click(views())
  await user.click(await screen.findByRole('menuitem', { name: 'Save this search as a view…' }))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(screen.getByText('Enter a name.')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ferns{Enter}')
  expect(main.bridge.inputs('preferences.change')).toContainEqual({
    views: [{ name: 'Ferns', text: 'is:unseen fern', sort: 'size' }],
  })
  await user.click(views())
  await user.click(await screen.findByRole('menuitemradio', { name: 'All images' }))
  await waitFor(() => expect(searched()).toBe(''))
  await user.click(views())
  await user.click(await screen.findByRole('menuitemradio', { name: 'Ferns' }))
  await waitFor(() => expect(searched()).toBe('is:unseen fern'))
  expect(gallery().getByRole('button', { name: 'Remove is unseen' })).toBeVisible()
  await user.click(views())
  await user.click(await screen.findByRole('menuitem', { name: 'Remove the view “Ferns”' }))
  expect(main.bridge.inputs('preferences.change')).toContainEqual({ views: [] })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(main.bridge.inputs('preferences.change').at(-1)).toEqual({
      views: [{ name: 'Ferns', text: 'is:unseen fern', sort: 'size' }],
    }),
  )
})

test('a view is changed to the search that follows it, and renamed', async () => {
  const { user, main } = await renderSearch()
  const views = () => gallery().getByRole('button', { name: /^Views/ })
  const kept = () => main.bridge.inputs('preferences.change').at(-1)?.views
  await user.type(field(), 'fern')
  await user.click(views())
  await user.click(await screen.findByRole('menuitem', { name: 'Save this search as a view…' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ferns{Enter}')
  expect(views()).toHaveAccessibleName('Views: Ferns')
  await user.type(field(), ' 2')
  await waitFor(() => expect(main.bridge.inputs('gallery.outline').at(-1)?.text).toBe('fern 2'))
  await user.click(views())
  await user.click(await screen.findByRole('menuitem', { name: 'Save this search as “Ferns”' }))
  await waitFor(() => expect(kept()).toEqual([{ name: 'Ferns', text: 'fern 2', sort: 'new' }]))
  await user.click(views())
  await user.click(await screen.findByRole('menuitem', { name: 'Rename “Ferns”…' }))
  await user.clear(await screen.findByRole('textbox', { name: 'Name' }))
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Second{Enter}')
  await waitFor(() => expect(kept()).toEqual([{ name: 'Second', text: 'fern 2', sort: 'new' }]))
})

test('views say how many images they have, and one is of images paid for and never opened', async () => {
  const { user, main, searched } = await renderSearch()
  main.bridge.answer('gallery.count', ({ text }) => ({ total: text === '' ? 6 : 1234 }))
  await user.click(gallery().getByRole('button', { name: /^Views/ }))
  const unopened = await screen.findByRole('menuitemradio', { name: 'Paid for, never opened' })
  await waitFor(() => expect(unopened).toHaveAccessibleDescription('1,234'))
  expect(screen.getByRole('menuitemradio', { name: 'All images' })).toHaveAccessibleDescription('6')
  await user.click(unopened)
  await waitFor(() => expect(searched()).toBe('is:unseen -cost:0 -is:brought'))
})
