import { appError } from '@shared/errors'
import { connection } from '@shared/text/connection'
import { errors } from '@shared/text/errors'
import { settings } from '@shared/text/settings'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const states = [
  ['locked', 'keychainLocked', ['Resume']],
  ['unavailable', 'keychainUnavailable', ['Resume', 'Add the key']],
  ['missing', 'keyMissing', ['Add the key']],
] as const

describe('a connection whose key can’t be read', () => {
  test.each(states)(
    'is said to be %s wherever it is shown, with what to do',
    async (keyState, code, actions) => {
      const hold = { error: appError(code, { params: { name: 'Aurora' } }), since: 0, polls: false }
      const held = { ...serviceConnection, keyState, hold }
      const { user } = await renderWindow({ connections: [held] })
      const [banner] = screen.getAllByText((words) => words.includes(errors[code].cause))
      const bar = banner?.closest('[role]') as HTMLElement
      for (const name of actions) expect(within(bar).getByRole('button', { name })).toBeVisible()

      await user.click(screen.getByRole('button', { name: 'Settings' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Settings' }))
      expect(dialog.getByText(settings.keyStates[keyState])).toBeVisible()
      await user.click(dialog.getByRole('button', { name: 'Edit Aurora' }))
      const form = within(await screen.findByRole('dialog', { name: 'Connection' }))
      expect(form.getByText(connection.keyStates[keyState])).toBeVisible()
    },
  )
})

test('a form says that a key it is given is kept in memory, until the keychain is open', async () => {
  const { user, bridge } = await renderWindow({ connections: [], keyStore: 'locked' })
  await user.click(screen.getByRole('button', { name: 'Connect a service' }))
  const form = within(await screen.findByRole('dialog', { name: 'Connection' }))
  expect(form.getByText(connection.keyStores.locked)).toBeVisible()
  bridge.emit('app.keyStoreChanged', 'unavailable')
  expect(await form.findByText(connection.keyStores.unavailable)).toBeVisible()
  bridge.emit('app.keyStoreChanged', 'keychain')
  await waitFor(() => expect(form.queryByText(connection.keyStores.unavailable)).toBeNull())
  expect(form.getByText(connection.keyGoes)).toBeVisible()
})
