import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'

const draft = {
  prompt: 'a lighthouse',
  model: 'aurora-2',
  size: '1536x1024',
  n: 1,
  mode: 'direct',
  image: [],
} as const

test('what is queued is remembered across a restart; what is refused is not', async () => {
  const folder = temporaryFolder()
  const first = await startCore(folder)
  const demo = await first.call('connections.useDemo', null)
  const enqueue = (prompt: string, connectionId = demo.id) =>
    first.call('jobs.enqueue', {
      connectionId,
      draft: { ...draft, prompt, image: [] },
      first: false,
    })
  await enqueue('a lighthouse')
  await enqueue('a harbour')
  await expect(enqueue('a bridge', 'gone')).rejects.toThrow('connectionMissing')
  await eventually(() => first.events.some(({ event }) => event === 'prompts.changed'))
  await first.core.stop()

  const { call } = await startCore(folder)
  const { rows } = await call('prompts.history', { text: '', offset: 0, limit: 10 })
  expect(rows.map(({ opening }) => opening)).toEqual(['a harbour', 'a lighthouse'])
  expect(await call('prompts.used', { connectionId: demo.id })).toEqual({
    model: ['aurora-2'],
    size: ['1536x1024'],
  })
})
