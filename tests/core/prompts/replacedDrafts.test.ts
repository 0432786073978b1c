import { connectionDefaults } from '@shared/model/connection'
import type { Draft } from '@shared/model/draft'
import { expect, test } from 'vitest'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { openPrompts } from './promptsHarness'

const draft = (prompt: string, rest: Partial<Draft> = {}): Draft => ({
  prompt,
  model: 'aurora-2',
  size: '64x64',
  n: null,
  mode: 'direct',
  image: [],
  variables: { colour: 'red' },
  ...rest,
})

function open(db = openPrompts().db) {
  const { replaced } = openPrompts(db).prompts
  return { db, replaced, openings: () => replaced.list().map(({ opening }) => opening) }
}

test('a replaced draft is kept whole, also after a restart', () => {
  const { db, replaced } = open()
  const whole = draft('蕨\0'.repeat(500), { image: ['https://images.example/a.png', ''] })
  replaced.keep(whole)
  const again = open(db).replaced
  const [row] = again.list()
  expect(row?.opening).toBe('蕨\u2400'.repeat(150))
  expect(again.read(row?.number ?? 0)).toEqual(whole)
})

test('the newest ten are kept, and one that is replaced again is the newest', () => {
  const { replaced, openings } = open()
  for (let at = 1; at <= 12; at++) replaced.keep(draft(`draft ${at}`))
  const kept = ['12', '11', '10', '9', '8', '7', '6', '5', '4', '3'].map((at) => `draft ${at}`)
  expect(openings()).toEqual(kept)
  replaced.keep(draft('draft 4'))
  expect(openings()).toEqual(['draft 4', ...kept.filter((opening) => opening !== 'draft 4')])
})

test('drafts that differ in anything are two, an empty one is none', () => {
  const { replaced, openings } = open()
  replaced.keep(draft('a fern'))
  replaced.keep(draft('a fern', { n: 2 }))
  replaced.keep(draft(' \n'))
  replaced.keep(draft('', { image: ['https://images.example/a.png'] }))
  expect(openings()).toEqual(['', 'a fern', 'a fern'])
})

test('one that newer ones took the place of is refused', () => {
  const { replaced } = open()
  replaced.keep(draft('first'))
  const number = replaced.list()[0]?.number ?? 0
  for (let at = 1; at <= 10; at++) replaced.keep(draft(`draft ${at}`))
  expect(() => replaced.read(number)).toThrow('rowMissing')
})

test('the draft of a connection that is removed is kept', async () => {
  const { call } = await startCore(temporaryFolder())
  const studio = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: 'http://127.0.0.1:9' }
  const { id } = await call('connections.save', { id: null, draft: studio, apiKey: 'sk-1' })
  await call('drafts.write', { connectionId: id, draft: draft('a fern') })
  await call('connections.remove', { id })
  const [row] = await call('drafts.replaced', null)
  expect(await call('drafts.replacedOne', { number: row?.number ?? 0 })).toEqual(draft('a fern'))
})
