import type { ShutGate } from '../model/sendGate'

/** Why something isn't sent: one sentence for each reason, used everywhere, and the labels of the buttons next to it. */
export const sendGate = {
  removed: '{{name}} was removed, so nothing more is sent to it.',
  computer: 'On hold: {{cause}}',
  paused: 'The queue is paused.',
  connectionPaused: '{{name}} is paused.',
  batchPaused: 'This batch is paused.',
  cancelling: 'Being cancelled.',
  asked: 'Waiting for your go-ahead.',
  held: 'On hold: {{cause}}',
  asleep: 'The computer is about to sleep.',
  unreached: '{{cause}}',
  undelivered:
    'On hold. Images from {{name}} not on disk yet: {{images, number}}, about {{megabytes, number}} MB.',
  quiet: '{{cause}}',
  resting: 'Sending resumes in a few seconds.',
  priceless: 'Requests without a price wait until you set one: the daily cap needs it.',
  pastCap:
    'Requests that would exceed the daily cap of {{cap, number(maximumFractionDigits: 4)}} wait until another day.',
} satisfies Record<ShutGate['kind'], string>

/** The same beside each of many rows, where a banner says the whole sentence once. */
export const sendGateInRow = {
  computer: 'On hold.',
  held: 'On hold.',
  unreached: 'Waiting for the service.',
}

export const gateActions = {
  send: 'Send what’s been waiting',
  sendAnyway: 'Send anyway',
  giveUp: 'Give up on these images',
}
