import { type JobState, jobStateSchema } from '@shared/model/job'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fits, isIn, type JobEvent, nextState, transitions } from '../../../electron/core/jobMachine'

const states = jobStateSchema.options
const events: readonly JobEvent[] = [
  'claimed',
  'notSent',
  'taskTaken',
  'imagesTaken',
  'refused',
  'leftUncertain',
  'taskUnproven',
  'askedAgain',
  'pictureTaken',
  'taskTaught',
  'taskEnded',
  'completed',
  'exhausted',
  'cancelled',
  'broughtBack',
  'settled',
  'unsettled',
  'sentAgain',
  'reopened',
]

/** The whole machine, written down a second time: every pair not listed here must throw. */
const legal: Readonly<Record<string, string>> = {
  'queued claimed': 'sending',
  'queued cancelled': 'cancelled',
  'sending notSent': 'queued',
  'sending taskTaken': 'running',
  'sending imagesTaken': 'saving',
  'sending refused': 'failed',
  'sending leftUncertain': 'uncertain',
  'running taskUnproven': 'uncertain',
  'uncertain askedAgain': 'running',
  'uncertain pictureTaken': 'saving',
  'uncertain taskTaught': 'running',
  'failed taskTaught': 'running',
  'cancelled taskTaught': 'running',
  'running taskEnded': 'saving',
  'saving completed': 'done',
  'saving exhausted': 'failed',
  'cancelled broughtBack': 'queued',
  'uncertain settled': 'failed',
  'failed unsettled': 'uncertain',
  'uncertain sentAgain': 'queued',
  'done reopened': 'saving',
  'failed reopened': 'saving',
  'cancelled reopened': 'saving',
}

/** What only the user can trigger. */
const byTheUser: ReadonlySet<JobEvent> = new Set([
  'cancelled',
  'broughtBack',
  'settled',
  'unsettled',
  'sentAgain',
  'askedAgain',
  'pictureTaken',
  'taskTaught',
  'reopened',
])

describe('the job machine', () => {
  test('has no event that is not tested here', () => {
    expect(Object.keys(transitions).sort()).toEqual([...events].sort())
  })

  const pairs = states.flatMap((state) => events.map((event) => ({ state, event })))
  test.each(pairs)('$state, $event', ({ state, event }) => {
    const expected = legal[`${state} ${event}`]
    expect(fits(state, event)).toBe(expected !== undefined)
    if (expected === undefined) expect(() => nextState(state, event)).toThrow(`${state} can't be ${event}`)
    else expect(nextState(state, event)).toBe(expected)
  })

  test('whatever happens, an answered or uncertain request is sent again only when the user says so', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 60 }), (attempted) => {
        let state: JobState = 'queued'
        let open = 0
        let consents = 0
        for (const event of attempted) {
          if (!fits(state, event)) continue
          if (event === 'claimed') open++
          // Surely not processed, so it counts as not sent.
          if (event === 'notSent') open--
          if (event === 'sentAgain') consents++
          if (isIn('ended', state) || state === 'uncertain') expect(byTheUser).toContain(event)
          state = nextState(state, event)
          expect(open).toBeLessThanOrEqual(1 + consents)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
