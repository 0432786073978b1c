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
    cause: 'The library folder can’t be written to.',
    next: 'Choose another folder or free this one. Nothing is sent until then.',
  },
  librarySilent: {
    cause: 'The library folder does not answer.',
    next: 'Check whether its drive is connected, or choose another folder. Nothing is sent until then.',
  },
  formerLibrarySilent: {
    cause: 'The former library folder {{folder}} does not answer.',
    next: 'New images are saved in the folder you chose. Connect the drive of the former one to see its images again.',
  },
  diskLow: {
    cause: 'The disk is nearly full.',
    next: 'Free some space or choose another folder. Nothing is sent until then.',
  },
  quitting: {
    cause: 'The app quits once the open requests are answered.',
    next: 'What waits is sent after the next start, or at once when you open the window again.',
  },
  startLeftOut: {
    cause:
      'Cyanotype ended unexpectedly at two starts in a row, each time while $t(frame.startWork.{{work}}).',
    next: 'This is left out now. Nothing of it is lost, and nothing is sent twice.',
  },
  startHeld: {
    cause: 'Cyanotype ended unexpectedly at several starts in a row.',
    next: 'So nothing is sent, asked for or fetched by itself this time. Your queue and your images are safe.',
  },
  startSendsHeld: {
    cause:
      'Cyanotype ended unexpectedly at two starts in a row, each time while it waited for an answer of this service.',
    next: 'Nothing more is sent there until you resume.',
  },
  storageUnwritable: {
    cause: 'The app’s data can’t be saved: its disk is full or read-only.',
    next: 'Free some space. Nothing is sent until then; what is under way is kept and saved as soon as possible.',
  },
  settingsUnwritten: {
    cause: 'Your settings can’t be saved: the disk is full or read-only.',
    next: 'They are kept until the app quits, and saved with your next change once there is space.',
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
    cause: 'Some of the app’s data was damaged. Damaged records: {{count}}. Everything else works.',
    next: 'A copy of each was kept, and what could be repaired was repaired. Check the queue: a request that wasn’t sent and can’t be read any more is no longer in it.',
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
  imagesLost: {
    cause: 'The images of several requests in a row could not be downloaded, so sending was stopped.',
    next: 'The last one: $t(errors.{{code}}.cause) Check whether you can open one of them, then resume.',
  },
  dailyCapReached: {
    cause: 'The next request would pass the daily cap of {{cap}} credits.',
    next: 'Sending resumes automatically after midnight. To go on today, raise the cap.',
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
  folderUnwritable: { cause: 'This folder can’t be written to.', next: 'Choose another one.' },
  ...tableErrors,
  ...readingErrors,

  inputInvalid: {
    cause: 'Something that was entered is not right.',
    next: 'Check the fields and try again.',
  },
  rowMissing: {
    cause: 'This is no longer there.',
    next: 'Someone or something removed it. There is nothing to do.',
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
  origin: 'an address',
  file: 'a file with a new name',
  work: 'poll',
  what: 'one of your prompts',
  code: 'serviceUnclear',
  connection: 'Its connection',
  model: 'This model',
  price: 'more',
  cap: 'some',
  folder: 'you used before',
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
