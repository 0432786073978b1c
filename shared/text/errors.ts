import type { ErrorCode } from '../errors'
import { extraErrors } from './extraErrors'
import { imageErrors } from './imageErrors'
import { moveErrors } from './moveErrors'
import { serviceErrors } from './serviceErrors'
import { tableErrors } from './tableErrors'
import { typedErrors } from './typedErrors'

/**
 * What happened, then what to do now, for each code. Wording that may lead to a second bill says so.
 * Parameters are in braces; `unknownParams` replaces those that an error doesn't have.
 */
export const errors = {
  ...typedErrors,
  ...extraErrors,
  ...serviceErrors,
  ...imageErrors,
  ...moveErrors,
  libraryUnwritable: {
    cause: 'Cyanotype can’t write to the library folder.',
    next: 'Choose another folder, or make this one writable. Nothing is sent until then.',
  },
  libraryAway: {
    cause: 'The library isn’t in its folder.',
    next: 'Connect its drive. To begin a new library in that folder, choose it again. Nothing is sent until then.',
  },
  librarySilent: {
    cause: 'The library folder isn’t responding.',
    next: 'Check that its drive is connected, or choose another folder. Nothing is sent until then.',
  },
  formerLibrarySilent: {
    cause: 'Your former library folder {{folder}} isn’t responding.',
    next: 'New images are saved in the folder you chose. Connect the drive of the former one to see its images again.',
  },
  diskLow: {
    cause: 'The disk is nearly full.',
    next: 'Free some space or choose another folder. Nothing is sent until then.',
  },
  quitting: {
    cause: 'Cyanotype quits once the open requests are answered.',
    next: 'What’s waiting is sent the next time you start it, or right away if you open the window again.',
  },
  startLeftOut: {
    cause: 'Cyanotype closed unexpectedly twice in a row, each time while $t(frame.startWork.{{work}}).',
    next: 'It skips this for now, and retries automatically after a while. Nothing is lost, and nothing is sent twice.',
  },
  startHeld: {
    cause: 'Cyanotype closed unexpectedly several times in a row.',
    next: 'Checks and downloads go on automatically after a while. What was held back isn’t sent until you try again.',
  },
  startSendsHeld: {
    cause:
      'Cyanotype closed unexpectedly twice in a row, each time while it waited for this service to answer.',
    next: 'Nothing more is sent to it until you resume.',
  },
  storageUnwritable: {
    cause: 'Cyanotype’s data can’t be saved: the disk is full or read-only.',
    next: 'Free some space. Nothing is sent until then. What’s under way is kept, and saved as soon as possible.',
  },
  settingsUnread: {
    cause: 'Your settings can’t be read right now.',
    next: 'Cyanotype uses the defaults until you start it again. What you change lasts until then, and your file stays as it is.',
  },
  settingsUnwritten: {
    cause: 'Your settings can’t be saved: the disk is full or read-only.',
    next: 'They’re kept until Cyanotype quits, and saved with your next change once there’s space.',
  },
  databaseNewer: {
    cause: 'The data was written by a newer version of Cyanotype.',
    next: 'Install the newer version. Nothing was changed.',
  },
  databaseLocked: {
    cause: 'Another program is using Cyanotype’s data.',
    next: 'Close it and start Cyanotype again.',
  },
  databaseSalvaged: {
    cause: 'Cyanotype’s data was damaged. What could be read was kept, and all your images are still there.',
    next: 'Check the queue. The damaged file was kept as {{file}}, and any daily copy from before in “backups” beside it.',
  },
  databasePutBack: {
    cause: 'Cyanotype’s data was put back or copied. Requests in the queue may have been sent since.',
    next: 'Cancel what was sent, then send the rest.',
  },
  rowsDamaged: {
    cause: 'Some of Cyanotype’s data was damaged. Damaged records: {{count}}. Everything else works.',
    next: 'A copy of each was kept, and what could be repaired was. Check the queue: requests that weren’t sent and can’t be read any more are no longer in it.',
  },
  keychainMissing: {
    cause: 'Cyanotype can’t reach a keychain on this computer.',
    next: 'API keys are kept for this session only. You’ll need to enter them again after a restart.',
  },
  keychainLocked: {
    cause: 'The keychain is locked, so the API key can’t be read.',
    next: 'Unlock it. Cyanotype continues automatically, or at once if you resume.',
  },
  keychainUnavailable: {
    cause: 'Cyanotype can’t reach this computer’s keychain, so the API key can’t be read.',
    next: 'Cyanotype retries automatically. To go on without the keychain, enter the key again.',
  },
  breakerTripped: {
    cause: 'Several requests in a row ended the same way, so sending was stopped.',
    next: 'The last one: $t(errors.{{code}}.cause) Check the connection, then resume. One request goes first as a trial.',
  },
  imagesLearned: {
    cause: 'Images from {{connection}} come as $t(frame.learned.{{came}}).',
    next: '$t(frame.learned.{{answer}})',
  },
  imagesLost: {
    cause: 'The images of several requests in a row couldn’t be downloaded, so sending was stopped.',
    next: 'The last one: $t(errors.{{code}}.cause) Check whether you can open one of them, then resume.',
  },
  dailyCapReached: {
    cause: 'The next request would exceed the daily cap of {{cap}} credits.',
    next: 'Sending resumes automatically after midnight. To continue today, raise the cap.',
  },
  dailyCapTooLow: {
    cause: 'One request to {{model}} costs {{price}} credits, more than the daily cap of {{cap}}.',
    next: 'Raise the cap, or cancel the requests for that model. Nothing is sent until then.',
  },
  priceMissing: {
    cause: '{{model}} has no price, so Cyanotype can’t keep to the daily cap.',
    next: 'Set its price next to the models, or remove the cap. Nothing is sent until then.',
  },
  exportFailed: {
    cause: 'This image couldn’t be written.',
    next: 'Export it again. Nothing was overwritten.',
  },
  exportFull: {
    cause: 'The destination {{folder}} has no room left.',
    next: 'Free some space and resume. What was exported is complete.',
  },
  exportZipTooLarge: {
    cause: 'The ZIP is larger than a file can be on the drive of {{folder}}.',
    next: 'Cancel, and export to folders or to another drive.',
  },
  exportAway: {
    cause: 'The destination {{folder}} isn’t there. Its drive may be disconnected.',
    next: 'Connect it and resume, or choose another folder. What was exported is complete.',
  },
  exportFolderOwn: {
    cause: 'Nothing is exported to {{folder}}: Cyanotype keeps its own files there.',
    next: 'Choose another folder.',
  },
  exportBusy: {
    cause: 'Another export is under way.',
    next: 'Wait until it’s done, or cancel it.',
  },
  exportWaits: {
    cause: 'Finished batches can’t be exported to {{folder}} now.',
    next: 'Make sure that it’s connected, has room and can be written to. Cyanotype retries automatically.',
  },
  exportNamesUnfit: {
    cause: 'A recipe can’t be used, because its file name template isn’t valid.',
    next: 'Correct the template in “Export”.',
  },
  exportOtherFormat: {
    cause:
      'Cyanotype only keeps files of this format, such as SVG, TIFF or video. It can’t convert them or remove their metadata.',
    next: 'Export the originals: they’re copied as they are.',
  },
  exportTooLarge: {
    cause: 'This image is too large to be converted.',
    next: 'Export it as it is.',
  },
  metadataUnfit: {
    cause: 'This file’s metadata can’t be removed, because the file isn’t laid out as its format requires.',
    next: 'Export it in another format, or keep its metadata.',
  },
  exportPathTooLong: {
    cause: 'The path of this file would be too long for this computer.',
    next: 'Choose a folder with a shorter path.',
  },
  folderUnwritable: { cause: 'Cyanotype can’t write to this folder.', next: 'Choose another one.' },
  fileChangedMeanwhile: {
    cause: 'Another program changed this file before Cyanotype could replace it, so it stays as it is now.',
    next: 'Save again, or choose another name.',
  },
  ...tableErrors,

  inputInvalid: {
    cause: 'Something you entered isn’t valid.',
    next: 'Check the fields and try again.',
  },
  rowMissing: {
    cause: 'This no longer exists.',
    next: 'It was removed in the meantime. You don’t need to do anything.',
  },
  undoTooLate: {
    cause: 'It’s too late to undo or redo this.',
    next: 'Nothing was changed.',
  },
  notAllowed: { cause: 'This isn’t allowed here.', next: 'Nothing was done.' },
  fileRefused: {
    cause: 'The system refused a file or folder that this needs.',
    next: 'Check that its drive is connected and has space, then try again.',
  },
  internal: {
    cause: 'Something went wrong in Cyanotype itself.',
    next: 'Try again. If it keeps happening, restart Cyanotype. Your queue is safe.',
  },
} satisfies Record<ErrorCode, { readonly cause: string; readonly next: string }>

/** What a sentence says in place of a parameter that the error doesn't have. */
export const unknownParams = {
  location: 'another address',
  host: 'an address',
  origin: 'an address',
  file: 'a file with a new name',
  ending: 'the right letters',
  format: 'such',
  work: 'poll',
  came: 'address',
  answer: 'direct',
  tasks: 'an address of the service',
  what: 'one of your prompts',
  part: 'in the prompt',
  code: 'serviceUnclear',
  connection: 'Its connection',
  model: 'This model',
  price: 'more',
  cap: 'some',
  folder: 'on another drive',
  at: 'number unknown',
  status: 'an error',
  escaped: 'a backslash before it',
  name: 'a name',
  images: 1001,
  characters: 20_000_001,
  maximum: 1000,
  megabytes: 'many',
  row: 'unknown',
  line: 'unknown',
  cells: 'more or fewer',
  columns: 'others',
  column: 'unknown',
  fields: 'too many',
  value: 'in it',
  key: 'of this row',
  mode: 'This',
  length: 'too many',
  character: 'unknown',
  count: 'too many',
  total: 'several',
  missing: 'some',
  needed: 1_000_000_000,
  free: 0,
} as const
