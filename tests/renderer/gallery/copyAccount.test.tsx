import { AppFailure, appError } from '@shared/errors'
import type { CopyAccount } from '@shared/model/copyAccount'
import type { ImageDetails } from '@shared/model/image'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { details, detailsSample, showDetails, tile, value } from '../../support/detailsWindow'
import { standInExports } from '../../support/exportsStandIn'
import { sizedElements } from '../../support/sizedElements'

sizedElements(1400, 800)

const same: CopyAccount = {
  copy: 'asItIs',
  inside: [],
  beside: null,
  hasCredentials: true,
  hidesText: false,
  losses: [],
}
const source = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'
const png: CopyAccount = {
  copy: 'converted',
  inside: [
    { fact: 'prompt', values: ['a fern, '.repeat(100)], carriers: ['xmp', 'invokeai'] },
    { fact: 'source', values: [source], carriers: ['xmp'] },
    { fact: 'collections', values: ['Ferns', 'Mosses'], carriers: ['xmp'] },
    { fact: 'saved', values: ['2024-05-04T10:41:44+00:00'], carriers: ['xmp'] },
  ],
  beside: null,
  hasCredentials: true,
  hidesText: false,
  losses: [
    { kind: 'credentials' },
    {
      kind: 'said',
      said: {
        prompt: null,
        model: 'sdxl',
        tool: null,
        facts: [{ name: 'Steps', value: '28' }],
        madeAt: null,
      },
    },
    { kind: 'size', width: 160, height: 107 },
  ],
}
const title = 'What an export would write'

async function showCopies(changed: Partial<ImageDetails> = {}) {
  const window = await showDetails(changed)
  standInExports(window.bridge)
  window.bridge.answer('exports.foresee', ({ recipeId }) => (recipeId === 'archive' ? png : same))
  return window
}

test('what an export would write is asked for once it is opened, and says that originals are copied', async () => {
  const { user, bridge } = await showCopies()
  await user.click(tile(5))
  await value('task-7')
  expect(bridge.inputs('exports.foresee')).toEqual([])
  expect(bridge.inputs('exports.recipes')).toEqual([])
  await user.click(details().getByRole('button', { name: title }))
  expect(await details().findByText('Nothing is added: the original’s bytes are copied.')).toBeVisible()
  expect(details().getByText('The Content Credentials stay in it.')).toBeVisible()
  expect(details().queryByText('Lost')).toBeNull()
  expect(bridge.inputs('exports.foresee')).toEqual([{ imageId: 'image5', recipeId: 'originals' }])
})

test('recipes that can’t be read now are said to be, in place of nothing', async () => {
  const { user, bridge } = await showCopies()
  bridge.answer('exports.recipes', () => {
    throw new AppFailure(appError('storageUnwritable'))
  })
  await user.click(tile(5))
  await value('task-7')
  await user.click(details().getByRole('button', { name: title }))
  expect(await details().findByText(/disk/)).toBeVisible()
  expect(details().queryByRole('combobox', { name: 'Recipe' })).toBeNull()
})

test('by keyboard, another recipe is chosen: what it writes and in which form, and what it loses', async () => {
  const { user, bridge } = await showCopies()
  await user.click(tile(5))
  await value('task-7')
  details().getByRole('button', { name: title }).focus()
  await user.keyboard('{Enter}')
  const recipe = await details().findByRole('combobox', { name: 'Recipe' })
  await user.tab()
  expect(recipe).toHaveFocus()
  await user.keyboard('{Enter}{End}{Enter}')
  expect(await details().findByRole('region', { name: 'In the file' })).toBeVisible()
  expect(recipe).toHaveTextContent('Archive')
  expect(details().getByText('PNG')).toBeVisible()
  for (const shown of ['AI, with references', 'Ferns, Mosses']) expect(await value(shown)).toBeVisible()
  const prompt = await value(/^(?:a fern, )+…$/)
  await user.click(prompt)
  expect(bridge.inputs('app.copyText')).toEqual([{ text: 'a fern, '.repeat(100) }])
  for (const line of [
    'XMP: all of it',
    'For InvokeAI: Prompt',
    'Content Credentials, which vouch for other bytes',
    'What the file says: Model in the file, Steps',
    'Size: 160 × 107 pixels are left',
  ])
    expect(details().getByText(line)).toBeVisible()
})

test('what another recipe would write is busy until it is read', async () => {
  const { user, bridge } = await showCopies()
  await user.click(tile(5))
  await user.click(await details().findByRole('button', { name: title }))
  const shown = await details().findByText('The Content Credentials stay in it.')
  expect(shown.closest('[aria-busy]')).toHaveAttribute('aria-busy', 'false')
  let read: (account: CopyAccount) => void = () => undefined
  bridge.answer('exports.foresee', () => new Promise((resolve) => (read = resolve)))
  await user.click(details().getByRole('combobox', { name: 'Recipe' }))
  await user.click(screen.getByRole('option', { name: 'Archive' }))
  expect(shown.closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true')
  read(png)
  const region = await details().findByRole('region', { name: 'In the file' })
  expect(region.closest('[aria-busy]')).toHaveAttribute('aria-busy', 'false')
})

test('of a recipe that strips files, what still tells of the prompt is said', async () => {
  const { user, bridge } = await showCopies()
  bridge.answer('exports.foresee', () => ({ ...same, copy: 'converted', hasCredentials: false }))
  await user.click(tile(5))
  await user.click(await details().findByRole('button', { name: title }))
  await details().findByText('The file will say nothing about how it was made.')
  const names = 'File and folder names may still contain words from the prompt.'
  expect(details().queryByText(names)).toBeNull()
  await user.click(details().getByRole('combobox', { name: 'Recipe' }))
  await user.click(screen.getByRole('option', { name: 'Web' }))
  expect(await details().findByText(names)).toBeVisible()
})

test('an original whose pixels hide text isn’t said to say nothing, and a copy is', async () => {
  const { user, bridge } = await showCopies()
  const silent = 'The file will say nothing about how it was made.'
  const kept = /^Text is hidden in its pixels, and stays there\./
  const unread = /^Its pixels can’t be looked at/
  const stripped = { ...same, copy: 'stripped' } as const
  const accounts: Record<string, CopyAccount> = {
    originals: { ...stripped, hidesText: true },
    web: { ...stripped, hidesText: null },
    archive: { ...same, copy: 'converted', hidesText: true, losses: [{ kind: 'hiddenText' }] },
  }
  bridge.answer('exports.foresee', ({ recipeId }) => accounts[recipeId] ?? same)
  await user.click(tile(5))
  await user.click(await details().findByRole('button', { name: title }))
  expect(await details().findByText(kept)).toBeVisible()
  expect(details().queryByText(silent)).toBeNull()
  await user.click(details().getByRole('combobox', { name: 'Recipe' }))
  await user.click(screen.getByRole('option', { name: 'Web' }))
  expect(await details().findByText(unread)).toBeVisible()
  expect(details().queryByText(silent)).toBeNull()
  await user.click(details().getByRole('combobox', { name: 'Recipe' }))
  await user.click(screen.getByRole('option', { name: 'Archive' }))
  expect(await details().findByText(silent)).toBeVisible()
  expect(details().getByText('Text that is hidden in the pixels')).toBeVisible()
  expect(details().queryByText(kept)).toBeNull()
})

test('a recipe that was changed in the dialog is shown as it is now', async () => {
  const { user, bridge } = await showCopies()
  await user.click(tile(5))
  await user.click(await details().findByRole('button', { name: title }))
  await details().findByText('The Content Credentials stay in it.')
  await user.keyboard('{Control>}e{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: /^Export/ }))
  await user.click(await dialog.findByRole('radio', { name: 'One ZIP' }))
  await user.click(await dialog.findByRole('button', { name: 'Keep in the recipe' }))
  bridge.answer('exports.foresee', () => ({ ...same, hasCredentials: false }))
  await user.keyboard('{Escape}')
  expect(await details().findByText(/ZIP/)).toBeVisible()
  await waitFor(() => expect(details().queryByText('The Content Credentials stay in it.')).toBeNull())
})

test('why an image can’t be exported is said in the place of that', async () => {
  const { user, bridge } = await showCopies({ outside: 'missing' })
  bridge.answer('exports.foresee', () => {
    throw new AppFailure(appError('imageLost'))
  })
  await user.click(tile(5))
  await user.click(await details().findByRole('button', { name: title }))
  expect(await details().findByText(/^The image’s file is no longer in the library/)).toBeVisible()
})

test('it is read again when the image is marked, and not for images that are passed by', async () => {
  const { user, bridge, library } = await showCopies()
  await user.click(tile(5))
  await user.click(await details().findByRole('button', { name: title }))
  await details().findByText('The Content Credentials stay in it.')
  bridge.answer('images.details', ({ id }) => ({ ...detailsSample, id, rating: 5 }))
  library.announce()
  await waitFor(() => expect(bridge.inputs('exports.foresee')).toHaveLength(2))
  await user.click(tile(4))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: title })).toHaveAttribute('aria-expanded', 'false'),
  )
  expect(bridge.inputs('exports.foresee')).toHaveLength(2)
})
