import { appError } from '@shared/errors'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

describe('damaged records', () => {
  test('are reported with their number, and can be saved', async () => {
    const error = appError('rowsDamaged', { params: { count: 3 } })
    const main = createMainStandIn({
      notices: [{ id: 'damagedRows', level: 'warning', error, dismissible: true }],
    })
    main.bridge.answer('damage.save', () => ({ outcome: 'written' }))
    const { user, bridge } = await renderWindow(main)
    expect(await screen.findByText(/Damaged records: 3\./)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save the damaged records' }))
    expect(bridge.inputs('damage.save')).toEqual([null])
    expect(screen.getByRole('button', { name: 'Dismiss' })).toBeVisible()
  })
})
