import { appError } from '@shared/errors'
import { costOf, noCost } from '@shared/model/cost'
import { preferenceDefaults } from '@shared/model/preferences'
import type { SendGate, ShutGate } from '@shared/model/sendGate'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { batchSample, overviewOf } from '../../support/jobSamples'
import { createMainStandIn, demoConnection } from '../../support/mainStandIn'
import { showTable, tableDialog } from '../../support/openTable'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { plantRows } from '../../support/tableStandIn'
import { setViewportWidth } from '../../support/viewport'

sizedElements(1200, 600)
beforeEach(() => setViewportWidth(1280))

type Kind = ShutGate['kind']
interface Sample<K extends Kind> {
  readonly gate: Extract<ShutGate, { readonly kind: K }>
  /** The one sentence that describes it. */
  readonly says: string
  /** What a row says, if a banner above says the sentence. */
  readonly inRow?: string
  readonly offers: readonly string[]
}

/** Every reason there is; the type requires a new one here, which must then be shown everywhere. */
const samples: { readonly [K in Kind]: Sample<K> } = {
  removed: {
    gate: { kind: 'removed' },
    says: 'Demo was removed, so nothing more is sent to it.',
    offers: [],
  },
  computer: {
    gate: { kind: 'computer', by: 'library', error: appError('libraryUnwritable') },
    says: 'On hold: Cyanotype can’t write to the library folder.',
    inRow: 'On hold.',
    offers: ['Choose a folder'],
  },
  paused: { gate: { kind: 'paused' }, says: 'The queue is paused.', offers: ['Resume queue'] },
  connectionPaused: {
    gate: { kind: 'connectionPaused' },
    says: 'Demo is paused.',
    offers: ['Resume Demo'],
  },
  batchPaused: {
    gate: { kind: 'batchPaused' },
    says: 'This batch is paused.',
    offers: ['Resume this batch'],
  },
  cancelling: { gate: { kind: 'cancelling' }, says: 'Being cancelled.', offers: [] },
  asked: {
    gate: { kind: 'asked' },
    says: 'Waiting for your go-ahead.',
    offers: ['Send what’s been waiting'],
  },
  held: {
    gate: { kind: 'held', error: appError('keyRefused') },
    says: 'On hold: The service refused the API key.',
    inRow: 'On hold.',
    offers: ['Replace key'],
  },
  asleep: { gate: { kind: 'asleep' }, says: 'The computer is about to sleep.', offers: [] },
  unreached: {
    gate: { kind: 'unreached', error: appError('hostNotFound') },
    says: 'The service’s host name can’t be found.',
    inRow: 'Waiting for the service.',
    offers: ['Try now'],
  },
  undelivered: {
    gate: { kind: 'undelivered', images: 1200, megabytes: 4800 },
    says: 'On hold. Images from Demo not on disk yet: 1,200, about 4,800 MB.',
    offers: ['Give up on these images', 'Send anyway'],
  },
  quiet: {
    gate: { kind: 'quiet', until: Date.now() + 60_000 },
    says: 'The service asked Cyanotype to slow down.',
    offers: ['Resume'],
  },
  resting: {
    gate: { kind: 'resting', until: Date.now() + 5000 },
    says: 'Sending resumes in a few seconds.',
    offers: [],
  },
  priceless: {
    gate: { kind: 'priceless' },
    says: 'Requests without a price wait until you set one: the daily cap needs it.',
    offers: ['Set a price'],
  },
  pastCap: {
    gate: { kind: 'pastCap', cap: 7 },
    says: 'Requests that would exceed the daily cap of 7 wait until another day.',
    offers: ['Change the cap'],
  },
}

const ofBatch: readonly string[] = ['batchPaused', 'cancelling', 'asked']
const ofDraft: readonly string[] = ['priceless', 'pastCap']
const all = Object.entries(samples)
const of = (kinds: (kind: string) => boolean) => all.filter(([kind]) => kinds(kind))

const unasked = { ...preferenceDefaults, askAboveRequests: null }
const queue = () => within(screen.getByRole('region', { name: 'Queue' }))
const compose = () => within(screen.getByRole('region', { name: 'Compose' }))

/** The window with a connection whose gate, and that of its waiting batch, is this one. */
function gated(gate: SendGate, connection = demoConnection) {
  const main = createMainStandIn({ connections: [connection], preferences: unasked })
  main.bridge.answer('queue.overview', () =>
    overviewOf({ gates: [{ connectionId: 'demo', gate }], waiting: [batchSample({ gate })] }),
  )
  return main
}

describe('why something isn’t sent', () => {
  test.each(of((kind) => !ofDraft.includes(kind)))(
    '%s: a waiting row says so',
    async (_, { gate, says, inRow = says, offers }) => {
      const { user } = await renderWindow(gated(gate))
      expect(queue().getByText(inRow)).toBeVisible()
      await user.click(queue().getByRole('button', { name: 'More for Chairs' }))
      await screen.findByRole('menuitem', { name: 'Cancel batch' })
      for (const name of offers) expect(screen.getByRole('menuitem', { name })).toBeVisible()
    },
  )

  test.each(of((kind) => !ofDraft.includes(kind) && !ofBatch.includes(kind)))(
    '%s: Compose and the table say the same before anything is queued',
    async (kind, { gate, says, offers }) => {
      const { user } = await renderWindow(gated(gate))
      await user.type(compose().getByRole('textbox', { name: 'Prompt' }), 'a fern')
      expect(compose().getByText(`1 request, 1 image, cost unknown, Demo. ${says}`)).toBeVisible()
      // What a banner above the form offers is not offered again.
      const offered = ['computer', 'unreached', 'undelivered'].includes(kind) ? 0 : 1
      for (const name of offers)
        expect(compose().queryAllByRole('button', { name }), name).toHaveLength(offered)
      cleanup()

      await showTable({ cells: plantRows(3) }, gated(gate))
      expect(tableDialog().getByText(says)).toBeVisible()
      for (const name of offers) expect(tableDialog().getByRole('button', { name })).toBeVisible()
    },
  )

  test.each([
    [samples.pastCap, { 'demo-1': 4 }],
    [samples.priceless, {}],
  ])('$gate.kind: Compose and the table say it before queueing', async ({ says, offers }, prices) => {
    const capped = { ...demoConnection, prices, dailyCap: 7 }
    const main = gated({ kind: 'open' }, capped)
    const { user } = await renderWindow(main)
    await user.type(compose().getByRole('textbox', { name: 'Prompt' }), 'a fern')
    await user.click(compose().getByRole('button', { name: 'More images' }))
    expect(compose().getByText(new RegExp(`Demo\\. ${says}$`))).toBeVisible()
    for (const name of offers) expect(compose().getByRole('button', { name })).toBeVisible()
    cleanup()

    await showTable({ cells: plantRows(3) }, gated({ kind: 'open' }, capped))
    expect(tableDialog().getByText(says)).toBeVisible()
    for (const name of offers) expect(tableDialog().getByRole('button', { name })).toBeVisible()
  })

  test('the table counts what is waiting and what was sent today towards the cap, as Compose does', async () => {
    const capped = { ...demoConnection, prices: { 'demo-1': 2 }, dailyCap: 9 }
    const main = createMainStandIn({ connections: [capped], preferences: unasked })
    const sums = {
      connectionId: 'demo',
      name: 'Demo',
      demo: true,
      waiting: costOf(1, 2),
      today: { surely: costOf(1, 2), maybe: noCost },
      inFlight: noCost,
    }
    let costs = [sums]
    main.bridge.answer('queue.overview', () => overviewOf({ costs }))
    await showTable({ cells: plantRows(3) }, main)
    expect(tableDialog().getByText(/^Requests that would exceed the daily cap of 9/)).toBeVisible()
    costs = []
    act(() => main.bridge.emit('queue.changed', { revision: 2 }))
    await waitFor(() =>
      expect(tableDialog().queryByText(/^Requests that would exceed the daily cap/)).toBeNull(),
    )
  })

  test('is nothing while the gate is open', async () => {
    const { user } = await renderWindow(gated({ kind: 'open' }))
    await user.type(compose().getByRole('textbox', { name: 'Prompt' }), 'a fern')
    expect(compose().getByText('1 request, 1 image, cost unknown, Demo')).toBeVisible()
    expect(queue().getByText(/^3 of 40 done/)).toBeVisible()
  })
})
