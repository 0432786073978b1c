import { appError } from '@shared/errors'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMainStandIn, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const { id, name: connection } = serviceConnection

test.each([
  [
    { came: 'address', answer: 'task', tasks: '/v1/tasks/…' },
    'Images from Aurora come as addresses. The task address is /v1/tasks/…',
  ],
  [
    { came: 'base64', answer: 'direct' },
    'Images from Aurora come as base64. They come with the answer, without a task.',
  ],
])('a line says what the first image has taught: %j', async (params, words) => {
  const { answer } = params
  const error = appError('imagesLearned', { params: { id, connection, ...params } })
  const notice = { id: `learned ${id}`, level: 'info', error, dismissible: true } as const
  const main = createMainStandIn({ connections: [serviceConnection], notices: [notice] })
  const { user, bridge } = await renderWindow(main)
  const line = within(
    screen.getByText(words.split('. ')[0] ?? '', { exact: false }).closest<HTMLElement>('[role=status]') ??
      document.body,
  )
  expect(line.getByText(words.split('. ')[0] ?? '', { exact: false }).parentElement?.textContent).toBe(words)
  await user.click(line.getByRole('button', { name: 'Dismiss' }))
  expect(bridge.inputs('app.dismissNotice')).toEqual([{ id: `learned ${id}` }])
  const details = line.queryByRole('button', { name: 'Details' })
  // The connection has nothing more to say of answers that come with their images.
  if (answer === 'direct') return expect(details).toBeNull()
  await user.click(line.getByRole('button', { name: 'Details' }))
  const form = within(await screen.findByRole('dialog', { name: 'Connection' }))
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Aurora')
  expect(form.getByRole('textbox', { name: 'Task address' })).toHaveFocus()
})
