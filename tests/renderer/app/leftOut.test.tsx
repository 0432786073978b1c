import { appError } from '@shared/errors'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

describe('what was left out at the start', () => {
  test.each([
    [
      appError('startLeftOut', { params: { work: 'download', what: 'a boat' } }),
      /twice in a row, each time while downloading an image of “a boat”\..*retries automatically/,
    ],
    [appError('startLeftOut', { params: { work: 'table' } }), /while reopening your table\./],
    [
      appError('startLeftOut', { params: { work: 'batch' } }),
      /while removing a table that was only partly queued\./,
    ],
    [appError('startHeld'), /What was held back isn’t sent until you try again\./],
  ])('is reported, and can be retried: $code $params.work', async (error, words) => {
    const main = createMainStandIn({ notices: [{ id: 'start', level: 'warning', error, dismissible: true }] })
    main.bridge.answer('app.tryLeftOut', () => null)
    const { user, bridge } = await renderWindow(main)
    const banner = (await screen.findAllByRole('status')).find(({ textContent }) => words.test(textContent))
    expect(banner).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(bridge.inputs('app.tryLeftOut')).toEqual([null])
  })
})
