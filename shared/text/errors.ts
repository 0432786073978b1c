import type { ErrorCode } from '../errors'
import { readingErrors } from './readingErrors'
import { tableErrors } from './tableErrors'

/**
 * What happened, then what to do now, for each code. Wording that may lead to a second bill says so.
 * Parameters stand in braces; `unknownParams`
 * stands in for those an error does not carry.
 */
export const errors = {
  promptEmpty: { cause: 'There is no prompt.', next: 'Write what the image should show.' },
  characterBroken: {
    cause: 'Character {{at}} is only half of one (a lone surrogate), which no request can carry.',
    next: 'Delete it and write it anew.',
  },
  modelEmpty: { cause: 'No model is named.', next: 'Choose a model or type its name.' },
  sizeInvalid: {
    cause: 'This is not a size.',
    next: 'Write width x height in pixels, 1024x1024 say, or leave it empty.',
  },
  countInvalid: { cause: 'This is not a number of images.', next: 'Enter a whole number from 1 to 1000.' },
  referenceInvalid: {
    cause: 'This is not an image URL.',
    next: 'Use a whole address that begins with https:// or http://.',
  },
  variableEmpty: {
    cause: 'The variable “{{name}}” has no value.',
    next: 'Give it one, or write {{escaped}} where it is meant as text.',
  },
  variablesTooMany: {
    cause: 'The prompt has more than {{maximum, number}} variables.',
    next: 'Use fewer, or put a backslash before braces that are meant as text.',
  },
  alternativesEmpty: {
    cause: 'One of the prompts this makes is empty.',
    next: 'Write something around the empty alternative, or take it out.',
  },
  tooManyImages: {
    cause: 'This makes {{images, number}} images.',
    next: 'One press asks for {{maximum, number}} at most: take out some values or alternatives.',
  },
  countlessImages: {
    cause: 'This makes more images than a hundred digits can say.',
    next: 'One press asks for {{maximum, number}} at most: take out some values or alternatives.',
  },
  promptTooLong: {
    cause: 'One of the prompts this makes is too long.',
    next: 'A prompt has {{maximum, number}} characters at most: shorten it or its values.',
  },
  requestsTooLong: {
    cause: 'Together the prompts of these requests have {{characters, number}} characters.',
    next: 'One press sends {{maximum, number}} at most: shorten them, or ask for fewer.',
  },
  connectionMissing: { cause: 'This connection is gone.', next: 'Choose another one.' },
  nameEmpty: { cause: 'The connection has no name.', next: 'Give it one you will recognise.' },
  baseUrlInvalid: {
    cause: 'This is not a base URL.',
    next: 'Write the service’s address, https://api.example.com say, without a query.',
  },
  baseUrlInsecure: {
    cause: 'Plain HTTP would show your key to the network.',
    next: 'Use https://. Plain HTTP is allowed on this computer only.',
  },
  pathPrefixInvalid: {
    cause: 'This is not a path prefix.',
    next: 'Write it like /api/v1, or leave it empty.',
  },
  pageUrlInvalid: {
    cause: 'This is not a page address.',
    next: 'Use an https:// address, or leave it empty.',
  },
  originLocked: {
    cause: 'Jobs of this connection are unfinished, so its address can’t change.',
    next: 'Wait for them or cancel them, or add a second connection.',
  },
  jobNotWaiting: {
    cause: 'This request no longer waits: it was sent or cancelled. It stays as it was.',
    next: 'What you changed can be sent as a new request.',
  },
  templateNameEmpty: { cause: 'The template has no name.', next: 'Give it one you will find again.' },
  templateNameTaken: { cause: 'A template of this name is there already.', next: 'Choose another name.' },

  hostNotFound: {
    cause: 'The service’s name was not found on the network.',
    next: 'Check the base URL. It is tried again by itself; nothing was sent.',
  },
  connectionRefused: {
    cause: 'Nothing answers at the service’s address.',
    next: 'Check the base URL. It is tried again by itself; nothing was sent.',
  },
  hostUnreachable: {
    cause: 'The service can’t be reached from this network.',
    next: 'Check the network. It is tried again by itself; nothing was sent.',
  },
  connectTimeout: {
    cause: 'The service did not pick up in time.',
    next: 'It is tried again by itself; nothing was sent.',
  },
  tlsFailed: {
    cause: 'No secure connection could be made.',
    next: 'Check the base URL and the network. It is tried again by itself; nothing was sent.',
  },
  certificateUntrusted: {
    cause: 'This computer does not trust the service’s certificate.',
    next: 'Check the base URL and this computer’s clock, then resume. Nothing was sent.',
  },
  proxyRefused: {
    cause: 'The proxy let nothing through.',
    next: 'Check the system’s proxy settings. It is tried again by itself; nothing was sent.',
  },
  offline: {
    cause: 'This computer is offline.',
    next: 'Sending goes on by itself once the network is back.',
  },

  connectionLost: {
    cause: 'The connection broke before an answer came.',
    next: 'It may be billed. Look on the service’s page before you send it again.',
  },
  answerTimeout: {
    cause: 'No answer came in time.',
    next: 'It may be billed. Look on the service’s page before you send it again.',
  },
  answerTooLarge: {
    cause: 'The answer was larger than any image.',
    next: 'It may be billed. Look on the service’s page before you send it again.',
  },
  answerUnreadable: {
    cause: 'The service’s answer could not be read.',
    next: 'It may be billed. Look on the service’s page before you send it again.',
  },
  answerEmpty: {
    cause: 'The service answered with neither a task nor an image.',
    next: 'It may be billed. Look on the service’s page before you send it again.',
  },
  answerHtml: {
    cause: 'A web page answered instead of the service.',
    next: 'Check the base URL and path prefix, and whether this network asks for a login.',
  },
  interrupted: {
    cause: 'The app ended while this was being sent.',
    next: 'It may be billed. Look on the service’s page before you send it again.',
  },

  keyMissing: { cause: 'This connection has no API key.', next: 'Add the key; what waits is sent then.' },
  keyRefused: {
    cause: 'The service refused the API key.',
    next: 'Replace the key; what waits is sent then.',
  },
  creditExhausted: {
    cause: 'The account has no credit left.',
    next: 'Add credit on the service’s page, then resume.',
  },
  rateLimited: {
    cause: 'The service asks to slow down.',
    next: 'Sending goes on by itself when the service allows it.',
  },
  requestRefused: {
    cause: 'The service refused this request.',
    next: 'Read its words under Details, change the request and queue it again.',
  },
  notFound: {
    cause: 'The service knows nothing at this address.',
    next: 'Check the path prefix and the model’s name.',
  },
  redirected: {
    cause: 'The service points to {{location}}. The key is not sent there.',
    next: 'If that is right, put it into the connection’s base URL.',
  },
  moderated: {
    cause: 'Refused by the service’s safety rules.',
    next: 'Change the prompt and queue it again.',
  },
  serviceFailed: {
    cause: 'The service failed on this request.',
    next: 'Queueing it again is a new, paid request.',
  },
  serviceUnclear: {
    cause: 'The service failed without saying whether it took the request.',
    next: 'It may be billed. Look on the service’s page before you send it again.',
  },

  taskFailed: {
    cause: 'The service could not finish this task.',
    next: 'Queueing it again is a new, paid request.',
  },
  taskCancelled: {
    cause: 'The task was cancelled on the service’s side.',
    next: 'Queueing it again is a new, paid request.',
  },
  taskUnknown: {
    cause: 'The service no longer knows this task.',
    next: 'Look on the service’s page, or ask for it again: asking is free.',
  },
  taskOverdue: {
    cause: 'This task takes far longer than others.',
    next: 'It is still asked for, at longer intervals. You can stop waiting.',
  },
  taskUnreadable: {
    cause: 'What the service says of this task can’t be read. The last time: $t(errors.{{code}}.cause)',
    next: 'It is still asked, for free; nothing is sent again. Or look on the service’s page.',
  },
  taskWithoutImage: {
    cause: 'The service says it is done but shows no image.',
    next: 'Ask for it again: asking is free. Or look on the service’s page.',
  },
  itemMissing: {
    cause: 'The service made fewer images than asked for.',
    next: 'Asking for the missing one is a new, paid request.',
  },

  imageExpired: {
    cause: 'The image’s address no longer answers.',
    next: 'Try the download again: it is free. Or get it on the service’s page.',
  },
  imageRefused: {
    cause: 'The image’s server refused the download.',
    next: 'Try the download again: it is free.',
  },
  imageTooLarge: {
    cause: 'The image is larger than this app takes in.',
    next: 'Get it on the service’s page.',
  },
  imageNotAnImage: {
    cause: 'What came is not an image.',
    next: 'Try the download again: it is free. Or look on the service’s page.',
  },
  imageUndecodable: {
    cause: 'The image is damaged.',
    next: 'Try the download again: it is free.',
  },
  imageAddressForbidden: {
    cause: 'The image lies at {{host}}, inside your network, which is not fetched.',
    next: 'Ask the service why its images lie there.',
  },
  imageLost: {
    cause: 'The image’s file is no longer in the library.',
    next: 'Look for it in the trash or in a backup.',
  },
  imageStuck: {
    cause: 'This image could not be fetched so far. The last time: $t(errors.{{code}}.cause)',
    next: 'It is still tried, for free; nothing is sent again. Or get it on the service’s page.',
  },

  previewForbidden: {
    cause: 'This address leads into a private network and is not fetched from here.',
    next: 'It can still be sent; the service may not reach it either.',
  },
  previewRefused: {
    cause: 'The address answered with {{status}} and no picture.',
    next: 'Such links often expire: the service may not get it either.',
  },
  previewTooLarge: {
    cause: 'What is at this address is too large for a preview.',
    next: 'It can still be sent.',
  },
  previewNotAnImage: {
    cause: 'There is no picture at this address that can be shown.',
    next: 'Look at it in a browser. It can still be sent.',
  },
  previewUnreached: {
    cause: 'Nothing came from this address.',
    next: 'Check the address and the network, then try again. It can still be sent.',
  },

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
