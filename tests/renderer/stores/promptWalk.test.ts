import { describe, expect, test } from 'vitest'
import { createClient } from '../../../renderer/client/client'
import { createDraftStore } from '../../../renderer/stores/draftStore'
import { createPromptWalk } from '../../../renderer/stores/promptWalk'
import { createMainStandIn, demoConnection, serviceConnection } from '../../support/mainStandIn'

/** A form that holds `typed`, after the prompts of the history, oldest first. */
async function walkFrom(typed: string, ...history: readonly string[]) {
  const main = createMainStandIn()
  main.prompts.history.push(...history)
  const client = createClient(main.bridge)
  const drafts = createDraftStore(client)
  await drafts.open(demoConnection)
  drafts.edit({ prompt: typed })
  const walk = createPromptWalk(client, drafts)
  const shown = () => drafts.getState().draft.prompt
  /** What the form shows after each step. */
  const steps = async (...wanted: readonly ('older' | 'newer')[]) => {
    const prompts: string[] = []
    for (const to of wanted) {
      await walk.step(to)
      prompts.push(shown())
    }
    return prompts
  }
  return { main, drafts, walk, shown, steps }
}

describe('walking through earlier prompts', () => {
  test('goes back, and forward to what was being typed', async () => {
    const { steps } = await walkFrom('half a se', 'first', 'second')
    expect(await steps('older', 'older', 'older')).toEqual(['second', 'first', 'first'])
    expect(await steps('newer', 'newer', 'newer')).toEqual(['second', 'half a se', 'half a se'])
  })

  test('does nothing without a history, and says so', async () => {
    const { walk, shown } = await walkFrom('typed')
    expect(await walk.step('older')).toBe(false)
    expect(await walk.step('newer')).toBe(false)
    expect(shown()).toBe('typed')
  })

  test('skips a prompt equal to the form’s', async () => {
    const { steps } = await walkFrom('second', 'first', 'second')
    expect(await steps('older')).toEqual(['first'])
  })

  test('keeps changes made on the way for the way back', async () => {
    const { drafts, steps } = await walkFrom('typed', 'first', 'second')
    await steps('older')
    drafts.edit({ prompt: 'second, changed' })
    expect(await steps('older', 'newer', 'newer', 'older')).toEqual([
      'first',
      'second, changed',
      'typed',
      'second, changed',
    ])
  })

  test('keeps what was typed among the earlier drafts, and nothing that the history has', async () => {
    const { main, drafts, steps } = await walkFrom('typed', 'first', 'second')
    await steps('older', 'older', 'newer')
    drafts.edit({ prompt: 'second, changed' })
    await steps('newer', 'older')
    await drafts.flush()
    expect(main.replaced.map(({ prompt }) => prompt)).toEqual(['typed', 'second, changed'])
  })

  test('still ends at what was being typed if a prompt was queued on the way', async () => {
    const { main, drafts, walk, steps } = await walkFrom('typed', 'first', 'second')
    await steps('older')
    drafts.edit({ prompt: 'second, changed' })
    main.prompts.history.push('second, changed')
    walk.queued()
    expect(await steps('older', 'newer', 'newer')).toEqual(['second', 'second, changed', 'typed'])
  })

  test('does not overwrite what is typed while a step is under way', async () => {
    const { main, drafts, walk, shown } = await walkFrom('typed', 'first')
    main.bridge.answer('prompts.step', () => {
      drafts.edit({ prompt: 'typed on' })
      return { number: 1, prompt: 'first' }
    })
    expect(await walk.step('older')).toBe(false)
    expect(shown()).toBe('typed on')
  })

  test('takes one step per press, however fast the presses come', async () => {
    const { walk, shown } = await walkFrom('typed', 'first', 'second', 'third')
    await Promise.all([walk.step('older'), walk.step('older'), walk.step('older'), walk.step('newer')])
    expect(shown()).toBe('second')
  })

  test('is separate for each connection', async () => {
    const { drafts, steps } = await walkFrom('typed', 'first', 'second')
    await steps('older')
    await drafts.open(serviceConnection)
    drafts.edit({ prompt: 'for the other' })
    expect(await steps('older', 'newer')).toEqual(['second', 'for the other'])
    await drafts.open(demoConnection)
    expect(await steps('newer')).toEqual(['typed'])
  })

  test('continues after the history could not be read', async () => {
    const { main, walk, shown } = await walkFrom('typed', 'first')
    main.bridge.answer('prompts.step', () => {
      throw new Error('gone')
    })
    await expect(walk.step('older')).rejects.toThrow('gone')
    main.bridge.answer('prompts.step', () => ({ number: 1, prompt: 'first' }))
    await walk.step('older')
    expect(shown()).toBe('first')
  })
})
