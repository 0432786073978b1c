import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  accepted,
  at,
  details,
  history,
  detailsSample as image,
  showDetails,
  tile,
  value,
} from '../../support/detailsWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(1400, 800)

/** Its text is in parts, some of them marked. */
const got = () =>
  waitFor(
    () =>
      details()
        .getAllByRole('button')
        .find(({ textContent }) => textContent === image.revisedPrompt) ?? expect.unreachable(),
  )

test('says what to press while nothing is selected', async () => {
  await showDetails()
  expect(details().getByText('No image selected')).toBeVisible()
  expect(details().getByText(/^Click an image, or press an arrow key/)).toBeVisible()
})

test('what was asked stands beside what was got, with the words of the service marked', async () => {
  const { user } = await showDetails()
  await user.click(tile(5))
  await value('a fern at dawn')
  const revised = await got()
  expect([...revised.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'long exposure',
  ])
  expect(revised).toHaveAccessibleDescription('Added by the service: long exposure Press to copy')
  for (const name of ['demo-1', '300 × 200 service’s choice', '2 of 4', '2 demo credits', 'task-7'])
    expect(await value(name)).toBeVisible()
  expect(await value('2024/05-04/fern.png PNG, 1.5 MB')).toBeVisible()

  await user.click(details().getByRole('button', { name: 'Reuse' }))
  expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveProperty('value', 'a fern at dawn')
})

test('the name of the batch shows that batch alone', async () => {
  const { user, bridge } = await showDetails()
  await user.click(tile(5))
  await value('a fern at dawn')
  await user.click(details().getByRole('button', { name: 'Ferns' }))
  await waitFor(() => expect(bridge.inputs('gallery.outline').at(-1)).toMatchObject({ batchId: 'batch3' }))
})

test('a batch that is known from records alone is told, and can be copied', async () => {
  const { user } = await showDetails({}, null)
  await user.click(tile(5))
  expect(await value('Ferns')).toHaveAccessibleDescription('Press to copy')
})

test('a prompt the service left alone stands there once, and a size as it was asked for too', async () => {
  const { user } = await showDetails({
    revisedPrompt: null,
    asked: { ...image.asked, size: '300x200', mode: 'direct' },
  })
  await user.click(tile(5))
  await value('a fern at dawn')
  expect(details().getByText('Prompt')).toBeVisible()
  expect(details().queryByText('Got')).toBeNull()
  expect(await value('300 × 200')).toBeVisible()
})

test('another size than was asked for says so', async () => {
  const { user } = await showDetails({ asked: { ...image.asked, size: '1024x1024' } })
  await user.click(tile(5))
  expect(await value('300 × 200 asked for 1024x1024')).toBeVisible()
})

test('a press on a value copies it, by keyboard too, and says so', async () => {
  const { user, bridge } = await showDetails()
  await user.click(tile(5))
  await user.click(await got())
  await waitFor(() => expect(bridge.inputs('app.copyText')).toEqual([{ text: image.revisedPrompt }]))
  await waitFor(() => expect(details().getByRole('status').textContent).toBe('Copied'))

  const size = await value('300 × 200 service’s choice')
  size.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(bridge.inputs('app.copyText').at(-1)).toEqual({ text: '300x200' }))
  const task = await value('task-7')
  task.focus()
  await user.keyboard(' ')
  await waitFor(() => expect(bridge.inputs('app.copyText').at(-1)).toEqual({ text: 'task-7' }))
})

const requestLines = async () => (await value(/^Queued|^Saved/)).textContent?.replaceAll(' ', ' ').split('\n')

test('the history of a request is told step by step', async () => {
  const { user } = await showDetails()
  await user.click(tile(5))
  expect(await requestLines()).toEqual([
    'Queued May 4, 2024, 10:41:02 AM',
    'Sent 10:41:03 AM',
    'Polled 9 times',
    'Saved 10:41:44 AM, after 41 s',
  ])
})

test('attempts before the last are told with how they ended', async () => {
  const { user } = await showDetails(
    { asked: { ...image.asked, mode: 'direct' } },
    {
      ...history,
      attempts: [
        { ...accepted, number: 1, startedAt: at('10:41:03'), outcome: 'limited', polls: null },
        { ...accepted, number: 2, startedAt: at('10:41:20'), answeredAt: at('10:41:43'), polls: null },
      ],
      attemptCount: 2,
    },
  )
  await user.click(tile(5))
  expect(await requestLines()).toEqual([
    'Queued May 4, 2024, 10:41:02 AM',
    'Sent 10:41:03 AM, postponed by the service',
    'Sent again 10:41:20 AM',
    'Answered 10:41:43 AM',
    'Saved 10:41:44 AM, after 41 s',
  ])
})

test('an image that has outlived its request says when it was saved', async () => {
  const { user } = await showDetails({ tookMs: null }, null)
  await user.click(tile(5))
  expect(await requestLines()).toEqual(['Saved May 4, 2024, 10:41:44 AM'])
})

test('several images show how many they are and what they have cost', async () => {
  const { user, bridge } = await showDetails()
  await user.click(tile(6))
  await user.keyboard('{Shift>}')
  await user.click(tile(4))
  await user.keyboard('{/Shift}')
  expect(await details().findByText('3 images selected')).toBeVisible()
  expect(await details().findByText('6 demo credits')).toBeVisible()
  expect(bridge.inputs('images.costs').at(-1)?.ids).toHaveLength(3)
})

test('several images are marked, collected, exported and deleted from there, all of them', async () => {
  const { user, bridge } = await showDetails()
  await user.click(tile(6))
  await user.keyboard('{Shift>}')
  await user.click(tile(4))
  await user.keyboard('{/Shift}')
  const press = async (name: string) => user.click(await details().findByRole('button', { name }))
  const ids = ['image6', 'image5', 'image4']
  await press('Keep')
  await press('3 stars')
  await waitFor(() =>
    expect(bridge.inputs('images.mark')).toEqual([
      { selection: { ids }, change: { flag: 'kept' } },
      { selection: { ids }, change: { rating: 3 } },
    ]),
  )
  expect(details().getByRole('button', { name: 'Compare' })).toBeVisible()
  expect(details().getByRole('button', { name: 'Add to a collection…' })).toBeVisible()
  expect(details().getByRole('button', { name: 'Export 3' })).toBeVisible()
  await press('Delete')
  await waitFor(() => expect(bridge.inputs('images.delete')).toEqual([{ ids }]))
})

test('a cost is told anew once more images share it', async () => {
  const { user, bridge, library } = await showDetails()
  await user.click(tile(5))
  await value('2 demo credits')
  bridge.answer('images.cost', () => ({ surely: 0.5, maybe: 0, isKnown: true, demo: true }))
  library.announce()
  await value('0.5 demo credits')
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(await details().findByText('4 demo credits')).toBeVisible()
  bridge.answer('images.costs', () => ({
    total: [{ connectionId: 'demo', name: 'Demo', demo: true, surely: 1, maybe: 0, unknown: 0 }],
  }))
  library.announce()
  expect(await details().findByText('1 demo credit')).toBeVisible()
})

test('nothing is read while the details are hidden', async () => {
  const { user, bridge } = await showDetails()
  await user.click(screen.getByRole('tab', { name: 'Queue' }))
  await user.click(tile(5))
  await user.click(tile(4))
  expect(bridge.inputs('images.details')).toEqual([])
  await user.keyboard('i')
  await value('a fern at dawn')
  expect(bridge.inputs('images.details')).toEqual([{ id: 'image4' }])
})

test('a press on the image opens quick look', async () => {
  const { user } = await showDetails()
  await user.click(tile(5))
  await user.click(await value('Quick look'))
  expect(await screen.findByRole('dialog', { name: 'Quick look' })).toBeVisible()
})

test('an image that was brought in says what its file says, and that it cost nothing here', async () => {
  const brought = {
    name: 'fern-0001.png',
    tool: 'ComfyUI',
    facts: [
      { name: 'negative_prompt', value: 'blurry' },
      { name: 'seed', value: '42' },
    ],
  }
  const asked = { model: '', prompt: 'a fern at dusk', mode: null }
  const elsewhere = {
    brought,
    asked,
    connectionId: '',
    connectionName: '',
    revisedPrompt: null,
    taskId: null,
  }
  const { user } = await showDetails(elsewhere, null)
  await user.click(tile(5))
  for (const name of [
    'a fern at dusk',
    'ComfyUI',
    'blurry',
    '42',
    'fern-0001.png',
    'Brought in',
    '300 × 200',
  ])
    expect(await value(name)).toBeVisible()
  expect(details().getByText('Negative prompt')).toBeVisible()
  expect(await value('None: not made here')).toBeVisible()
  expect(details().queryByText('Mode')).toBeNull()
  expect(details().queryByText('Model')).toBeNull()
  await user.click(details().getByRole('button', { name: 'Reuse' }))
  expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveProperty('value', 'a fern at dusk')
})

test('an image that was brought in without a prompt leaves the form as it is', async () => {
  const { user } = await showDetails(
    {
      brought: { name: 'fern.png', tool: null, facts: [] },
      asked: { model: '', prompt: '', mode: null },
      connectionId: '',
      connectionName: '',
      revisedPrompt: null,
    },
    null,
  )
  await user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'a moss')
  await user.click(tile(5))
  expect(await value('None in the file')).toBeVisible()
  await user.click(details().getByRole('button', { name: 'Reuse' }))
  expect(await screen.findByText('This image has no prompt to reuse.')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveProperty('value', 'a moss')
})

test('what a file says is read once it is opened, with its Content Credentials', async () => {
  const { user, bridge } = await showDetails()
  bridge.answer('originals.account', () => ({
    prompt: 'a fern in the file',
    model: 'demo-1',
    tool: 'Draw 2',
    facts: [{ name: 'seed', value: '42' }],
    madeAt: null,
    hasCredentials: true,
    hidesText: false,
  }))
  await user.click(tile(5))
  await value('task-7')
  expect(bridge.inputs('originals.account')).toEqual([])
  await user.click(details().getByRole('button', { name: 'What the file says' }))
  for (const name of ['a fern in the file', 'Draw 2', '42', 'In the file, kept in originals'])
    expect(await value(name)).toBeVisible()
  expect(bridge.inputs('originals.account')).toEqual([{ id: 'image5' }])
})

test('a file whose pixels hide text isn’t said to say nothing', async () => {
  const { user, bridge } = await showDetails()
  const nothing = { prompt: null, model: null, tool: null, facts: [], madeAt: null, hasCredentials: false }
  bridge.answer('originals.account', () => ({ ...nothing, hidesText: true }))
  await user.click(tile(5))
  await user.click(await details().findByRole('button', { name: 'What the file says' }))
  expect(await value('In the pixels, kept in originals')).toBeVisible()
  expect(details().queryByText('The file says nothing about how it was made.')).toBeNull()
})
