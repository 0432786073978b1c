/** Errors in something the user typed; part of `errors`. */
export const typedErrors = {
  promptEmpty: { cause: 'The prompt is empty.', next: 'Describe the image.' },
  characterBroken: {
    cause: 'Character {{at}} is only half a character (a lone surrogate) and can’t be sent.',
    next: 'Delete it and type it again.',
  },
  modelEmpty: { cause: 'No model is chosen.', next: 'Choose a model or type its name.' },
  sizeInvalid: {
    cause: 'This isn’t a size.',
    next: 'Enter width x height in pixels, for example 1024x1024, or leave it empty.',
  },
  countInvalid: { cause: 'This isn’t a number of images.', next: 'Enter a whole number from 1 to 1000.' },
  referenceInvalid: {
    cause: 'This isn’t an image URL.',
    next: 'Use a full address that begins with https:// or http://.',
  },
  variableEmpty: {
    cause: 'The variable “{{name}}” has no value.',
    next: 'Enter one, or put a backslash before its first brace if you mean it as text.',
  },
  variablesTooMany: {
    cause: 'The prompt has more than {{maximum, number}} variables.',
    next: 'Use fewer, or put a backslash before braces that you mean as text.',
  },
  alternativesEmpty: {
    cause: 'One of the prompts this makes is empty.',
    next: 'Add some text around the empty alternative, or remove it.',
  },
  braceUnpaired: {
    cause: 'A brace has no partner: “{{part}}”.',
    next: 'Add the other one, or put a backslash before it if you mean it as text.',
  },
  tooManyImages: {
    cause: 'This makes {{images, number}} images.',
    next: 'You can ask for up to {{maximum, number}} at once. Remove some values or alternatives.',
  },
  countlessImages: {
    cause: 'This makes too many images to count.',
    next: 'You can ask for up to {{maximum, number}} at once. Remove some values or alternatives.',
  },
  promptTooLong: {
    cause: 'One of the prompts this makes is too long.',
    next: 'A prompt can have up to {{maximum, number}} characters. Shorten it or its values.',
  },
  requestsTooLong: {
    cause: 'The prompts of these requests have {{characters, number}} characters in total.',
    next: 'You can send up to {{maximum, number}} at once. Shorten the prompts, or ask for fewer.',
  },
  connectionMissing: { cause: 'This connection no longer exists.', next: 'Choose another one.' },
  nameEmpty: { cause: 'The connection has no name.', next: 'Give it a name you’ll recognise.' },
  baseUrlInvalid: {
    cause: 'This isn’t a base URL.',
    next: 'It begins with https:// and has no query, for example https://api.example.com.',
  },
  baseUrlInsecure: {
    cause: 'Over plain HTTP, others on the network could read your key.',
    next: 'Use https://. Plain HTTP is only allowed for services on this computer.',
  },
  pathPrefixInvalid: {
    cause: 'This isn’t a path prefix.',
    next: 'Enter it like /api/v1, or leave it empty.',
  },
  originInvalid: {
    cause: 'One of these isn’t an address.',
    next: 'Enter each one like http://minio.lan:9000, or leave it empty.',
  },
  pageUrlInvalid: {
    cause: 'This isn’t a web address.',
    next: 'Use an https:// address, or leave it empty.',
  },
  taskPathInvalid: {
    cause: 'This isn’t a path with one place for the task’s id.',
    next: 'It begins with a slash and has “id” in braces once. Leave it empty to let Cyanotype find it.',
  },
  taskOriginInvalid: {
    cause: 'This isn’t an address that the key may go to.',
    next: 'Use the beginning of an https:// address, up to the first slash.',
  },
  originLocked: {
    cause: 'This connection has unfinished requests, so its address can’t be changed.',
    next: 'Wait for them or cancel them, or add another connection.',
  },
  jobNotWaiting: {
    cause: 'This request is no longer waiting: it was sent or cancelled. Your changes weren’t saved.',
    next: 'You can send them as a new request.',
  },
  templateNameEmpty: { cause: 'The template has no name.', next: 'Give it a name you’ll recognise.' },
  templateNameTaken: { cause: 'There’s already a template with this name.', next: 'Choose another name.' },
  collectionNameTaken: {
    cause: 'There’s already a collection with this name.',
    next: 'Choose another name.',
  },
  collectionsTooMany: {
    cause: 'There are already 1,000 collections.',
    next: 'Delete one that you don’t need.',
  },
} as const
