/** What is wrong with what was typed; part of `errors`. */
export const typedErrors = {
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
  originInvalid: {
    cause: 'One of these is no address.',
    next: 'Write each like http://minio.lan:9000, or leave it empty.',
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
} as const
