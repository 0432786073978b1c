import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { done, meeting, task } from './hostileCore'
import { type Manner, pour, say } from './hostileService'

const megabyte = 1024 * 1024

const manners = {
  html: { post: say('<!doctype html><title>Welcome</title>', 'text/html') },
  endlessBody: { post: pour('{"data":[', ' '.repeat(65_536), 10_000 * megabyte) },
  hugeJson: { post: pour('[', '{"url":null,"status":"pending"},'.repeat(2048), 2000 * megabyte) },
  nesting: { post: say(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`) },
  longId: { post: say(task('x'.repeat(10_000))) },
  pathId: {
    post: say(task('../../../admin?x=1')),
    poll: say(done('../../../admin?x=1', '/pathId/files/1.png')),
  },
  otherTask: { post: say(task('mine')), poll: say(done('another', '/otherTask/files/1.png')) },
  strangeStatus: {
    post: say(task('t')),
    poll: (...[response, request, count]: Parameters<ReturnType<typeof say>>) => {
      const progress = [-50, 70, 30, '1000%'][count - 1]
      const strange = task('t', { status: 'vibing', progress })
      return say(progress === undefined ? done('t', '/strangeStatus/files/1.png') : strange)(
        response,
        request,
        count,
      )
    },
  },
} satisfies Readonly<Record<string, Manner>>

const { start, meet } = meeting<keyof typeof manners>(manners)
/** The core’s polls come sooner. */
const speed = 5

describe('a service that answers with anything', () => {
  test.each<[keyof typeof manners, string]>([
    ['html', 'answerHtml'],
    ['endlessBody', 'answerTooLarge'],
    ['hugeJson', 'answerTooLarge'],
    ['nesting', 'answerEmpty'],
    ['longId', 'answerUnreadable'],
  ])('%s: the user is asked, since it may be billed', async (name, code) => {
    const job = await meet(name, ({ state }) => state === 'uncertain')
    expect(job).toMatchObject({ billed: 'maybe', error: { code, retry: 'maybeTwice' } })
  })

  test('a task id that is a path is polled as it is, and nothing else', async () => {
    const job = await meet('pathId', ({ state }) => state === 'done', { mode: 'background' })
    expect(job).toMatchObject({ taskId: '../../../admin?x=1', saved: 1 })
  })

  test('an answer about another task is not taken for this one', async () => {
    const { services, send, jobOf } = await start({ speed })
    await send('otherTask', { mode: 'background' })
    await eventually(() => services.count('otherTask', 'poll') >= 3, { what: 'three polls' })
    expect(await jobOf('otherTask')).toMatchObject({ state: 'running', taskId: 'mine', saved: 0 })
    expect(services.count('otherTask', 'file')).toBe(0)
  })

  test('an unknown status is waited out, and progress stays valid', async () => {
    const seen: number[] = []
    const isMet = ({ state, progress }: { readonly state: string; readonly progress: number | null }) => {
      if (progress !== null) seen.push(progress)
      return state === 'done'
    }
    await meet('strangeStatus', isMet, { mode: 'background', speed })
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.every((one) => one >= 0 && one <= 100)).toBe(true)
  })
})
