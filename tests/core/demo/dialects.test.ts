import type { Mode } from '@shared/model/draft'
import { describe, expect, test } from 'vitest'
import { dialectNames } from '../../../electron/demo/dialects/dialects'
import { told } from '../../support/answerCases'
import { eventually } from '../../support/eventually'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { startClient, target, untouched } from '../service/serviceHarness'
import { demoKey, startDemo } from './demoHarness'

const wordsOf = (name: string) => `[dialect ${name}] A fern`

describe('the dialects of the demo service', () => {
  test.each(['background', 'direct'] as const)('all arrive as images, in %s mode', async (mode) => {
    const { call } = await startCore(temporaryFolder(), {
      options: { demo: { taskMs: 50, slots: 8, side: 256 } },
    })
    const { id } = await call('connections.useDemo', null)
    const asked = { model: 'aurora-2', size: '', n: 1, image: [], variables: {} }
    for (const name of dialectNames)
      await call('jobs.enqueue', {
        connectionId: id,
        draft: { ...asked, prompt: wordsOf(name), mode },
        first: false,
      })
    const images = await eventually(
      async () => {
        const { rows } = await call('gallery.page', { text: '', offset: 0, limit: 100 })
        return rows.length === dialectNames.length ? rows : null
      },
      { what: 'an image of each dialect' },
    )
    expect(images.map(({ prompt }) => prompt).sort()).toEqual(dialectNames.map(wordsOf).sort())
  })

  test.each(dialectNames)('%s says why it refuses, and why a task failed', async (name) => {
    const demo = await startDemo({ taskMs: 0 })
    const { client } = startClient()
    const to = target(demo.baseUrl, { key: demoKey })
    const submit = async (words: string, mode: Mode = 'background') => {
      const prompt = `${wordsOf(name)} ${words}`
      const request = { model: 'aurora-2', prompt, ...(mode === 'direct' ? { n: 1, size: '256x256' } : {}) }
      const sent = { mode, request, idempotencyKey: null, attemptId: 'attempt1' }
      const { attemptId } = sent
      return client.readSubmit(await client.send(to, sent, { signal: untouched }), { prompt, attemptId })
    }
    expect(told(await submit('[402]')).verdict).toBe('noCredit')
    expect(told(await submit('[429]')).verdict).toBe('limited')
    expect(told(await submit('[refuse]')).verdict).toBe('moderated')
    expect(told(await submit('[refuse 1]', 'direct')).verdict).toBe('moderated')
    expect(told(await submit('[500]')).verdict).toBe('failed')
    const { taskId } = told(await submit('[fail]'))
    const ended = await client.poll(to, taskId ?? '', { prompt: wordsOf(name), signal: untouched })
    expect(ended).toMatchObject({ kind: 'failed', error: { code: 'taskFailed' } })
  })
})
