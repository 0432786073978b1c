import type { ErrorCode } from '../errors'

/** What to do next if the connection has no page of the service to look at; replaces `next` in `errors`. */
export const withoutPage = {
  connectionLost: 'It may be billed.',
  answerTimeout: 'It may be billed.',
  answerTooLarge: 'It may be billed.',
  answerUnreadable: 'It may be billed.',
  answerEmpty: 'It may be billed.',
  interrupted: 'It may be billed.',
  serviceUnclear: 'It may be billed.',
  creditExhausted: 'Add credit at the service, then resume.',
  accessBarred: 'See what it said under Details, settle that with the service, then resume.',
  taskUnknown: 'You can ask again: asking is free.',
  taskUnproven: 'It may be billed.',
  taskUnreadable: 'Cyanotype keeps asking, for free; nothing is sent again.',
  taskAnsweredByErrors: 'Cyanotype keeps asking, for free; nothing is sent again.',
  taskWithoutImage: 'You can ask again: asking is free.',
  imageFoundUnfetched: 'Look at the answer under “What was sent”.',
  imageUndelivered: 'You can ask again: asking is free.',
  imageExpired: 'Try the download again: it’s free.',
  imageVanished: 'Find out what clears that folder, then try the download again: it’s free.',
  imageTooLarge: 'The service still has it. Ask them for another way to get it.',
  imageStuck: 'Cyanotype keeps trying, for free; nothing is sent again.',
} satisfies Partial<Record<ErrorCode, string>>
