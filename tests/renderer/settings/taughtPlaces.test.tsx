import type { TaughtPlace } from '@shared/model/taughtPlace'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const taught: TaughtPlace[] = [
  { role: 'image', path: ['results', '*', 'full'] },
  { role: 'taskId', path: ['ticket'] },
]

test('the places that were taught are listed with their connection, and each can be removed', async () => {
  const { user, bridge } = await renderWindow({ connections: [{ ...serviceConnection, taught }] })
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  await user.click(await screen.findByRole('button', { name: 'Edit Aurora' }))
  const form = within(await screen.findByRole('dialog', { name: 'Connection' }))
  const places = () => form.getByRole('list', { name: 'Places that you taught' })
  const rows = within(places()).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Imageresults[*].fullRemove',
    'Task idticketRemove',
  ])
  await user.click(within(places()).getByRole('button', { name: 'Remove results[*].full' }))
  expect(bridge.inputs('connections.forgetTaught')).toEqual([{ id: serviceConnection.id, place: taught[0] }])
  expect(await within(places()).findAllByRole('listitem')).toHaveLength(1)
})
