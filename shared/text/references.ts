export const references = {
  label: 'Reference images',
  placeholder: 'Paste or drop image URLs',
  keys: 'Drag, or Alt and the arrow keys, to move; Delete to remove.',
  row: 'Reference {{position}} of {{total}}: {{url}}',
  same: 'same as {{position}}',
  remove: 'Remove reference {{position}}',
  look: 'Look at reference {{position}}',
  again_one: 'This address is in the list already.',
  again_other: '{{count, number}} of these addresses are in the list already.',
  fileDropped: 'Only addresses can be sent, no files. Drop a link, or paste the address of an image.',
  nothingDropped: 'There was no address in what was dropped.',

  preview: {
    title: 'Reference {{position}} of {{total}}',
    fetching: 'Fetching from {{host}}, without your key',
    picture: 'Reference {{position}} as it looks now',
    size: '{{width}} × {{height}}',
    close: 'Close',
    again: 'Try again',
  },

  use: 'Use as reference',
  used: 'Added as a reference. The link is {{age}} old; such links often expire.',
  usedLater:
    'Kept as a reference for Direct; Background requests carry none. The link is {{age}} old; such links often expire.',
  usedBefore: 'This image is among the references already.',
  none: 'The service gave no address for this image, so it can’t be a reference. Put the file on the web and paste its address.',
  unfit: 'This image’s address can’t be added: the list is full, or the address too long.',
  undo: 'Undo',
}
