import { expect, test } from 'vitest'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'

test('a fault of the window is one line of the log: its name and places in files, nothing else', async () => {
  const { core, ports } = await startCore(temporaryFolder())
  const lines = () => ports.logger.lines.filter(({ event }) => event === 'page.fault')
  const places = ['index-x1.js:12:345', 'vendor.js:6:7']
  const quoted = { name: 'TypeError', frames: places, message: 'a prompt', stack: 'a prompt' }
  expect(await core.handle('app.reportFault', quoted)).toEqual({ ok: true, value: null })
  const fields = { name: 'TypeError', trace: 'index-x1.js:12:345 | vendor.js:6:7' }
  expect(lines()).toEqual([{ level: 'error', event: 'page.fault', fields }])

  for (const refused of [
    { name: 'a prompt', frames: [] },
    { name: 'x'.repeat(51), frames: [] },
    { name: 'TypeError', frames: ['a prompt'] },
    { name: 'TypeError', frames: ['index.js?sign=key:1:2'] },
    { name: 'TypeError', frames: [`${'x'.repeat(120)}:1:2`] },
    { name: 'TypeError', frames: Array(21).fill('index.js:1:2') },
  ])
    expect(await core.handle('app.reportFault', refused)).toMatchObject({
      ok: false,
      error: { code: 'inputInvalid' },
    })
  expect(lines()).toHaveLength(1)
})
