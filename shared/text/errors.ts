import type { ErrorCode } from '../errors'
import { imageErrors } from './imageErrors'
import { readingErrors } from './readingErrors'
import { serviceErrors } from './serviceErrors'
import { tableErrors } from './tableErrors'
import { typedErrors } from './typedErrors'

/**
 * What happened, then what to do now, for each code. Wording that may lead to a second bill says so.
 * Parameters stand in braces; `unknownParams` stands in for those an error does not carry.
 */
export const errors = {
  ...typedErrors,
  ...serviceErrors,
  ...imageErrors,
  libraryUnwritable: {
    cause: 'The library folder can’t be written.',
    next: 'Choose another folder or free this one. Nothing is sent until then.',
  },
  librarySilent: {
    cause: 'The library folder does not answer.',
    next: 'See whether its drive is connected, or choose another folder. Nothing is sent until then.',
  },
  diskLow: {
    cause: 'The disk is nearly full.',
    next: 'Free some space or choose another folder. Nothing is sent until then.',
  },
  databaseNewer: {
    cause: 'The data was written by a newer version of the app.',
    next: 'Install the newer version. Nothing was changed.',
  },
  databaseLocked: {
    cause: 'Another program holds the app’s data.',
    next: 'Close it and start again.',
  },
  databaseSalvaged: {
    cause: 'The app’s data was damaged. What could be read was kept, and your images are all there.',
    next: 'Look through the queue. The damaged file was kept as {{file}}.',
  },
  rowsDamaged: {
    cause: 'The app’s data was damaged in places. Damaged records: {{count}}. All others work.',
    next: 'Each was kept as it was, and repaired where that was possible. Look through the queue: requests that were not sent and can’t be read any more have left it.',
  },
  preferencesUnwritten: {
    cause: 'Your settings can’t be written to disk.',
    next: 'They count until the app quits, and are written with the next change. Free some space on the disk of your profile.',
  },
  keychainMissing: {
    cause: 'This computer has no keychain.',
    next: 'API keys are kept for this session only and asked for again after a restart.',
  },
  keychainLocked: { cause: 'The keychain is locked.', next: 'Unlock it, then resume.' },
  breakerTripped: {
    cause: 'Several requests in a row ended alike, so sending was stopped.',
    next: 'The last one: $t(errors.{{code}}.cause) Check the connection, then resume: one request goes first as a trial.',
  },
  dailyCapReached: {
    cause: 'The next request would pass the daily cap of {{cap}} credits.',
    next: 'Sending goes on by itself after midnight. To go on today, raise the cap.',
  },
  dailyCapTooLow: {
    cause: 'One request to {{model}} costs {{price}} credits, more than the daily cap of {{cap}}.',
    next: 'Raise the cap, or cancel what waits for that model. Nothing is sent until then.',
  },
  priceMissing: {
    cause: '{{model}} has no price, so the daily cap can’t be kept.',
    next: 'Set its price beside the models, or lift the cap. Nothing is sent until then.',
  },
  exportFailed: {
    cause: 'This image could not be copied.',
    next: 'Export it again; nothing was overwritten.',
  },
  folderUnwritable: { cause: 'This folder can’t be written.', next: 'Choose another one.' },
  ...tableErrors,
  ...readingErrors,

  inputInvalid: {
    cause: 'Something that was entered is not right.',
    next: 'Check the fields and try again.',
  },
  rowMissing: {
    cause: 'This is no longer there.',
    next: 'Someone or something removed it. Nothing is to be done.',
  },
  notAllowed: { cause: 'This is not allowed here.', next: 'Nothing was done.' },
  internal: {
    cause: 'Something went wrong in the app itself.',
    next: 'Try again. If it stays, restart the app; what is queued is safe.',
  },
} satisfies Record<ErrorCode, { readonly cause: string; readonly next: string }>

/** What stands in a sentence for a parameter the error does not carry. */
export const unknownParams = {
  location: 'another address',
  host: 'an address',
  file: 'a file with a new name',
  code: 'serviceUnclear',
  model: 'This model',
  price: 'more',
  cap: 'some',
  at: 'number unknown',
  status: 'an error',
  escaped: 'a backslash before it',
  name: 'of the prompt',
  images: 1001,
  characters: 20_000_001,
  maximum: 1000,
  megabytes: 'too many',
  row: 'unknown',
  line: 'unknown',
  cells: 'more or fewer',
  columns: 'others',
  key: 'of this row',
  mode: 'This',
  length: 'too many',
  character: 'unknown',
  count: 'too many',
} as const
