export const references = {
  label: 'Reference images',
  placeholder: 'Paste or drop image URLs',
  keys: 'To move, drag or press Alt and an arrow key. To remove, press Delete.',
  row: 'Reference {{position}} of {{total}}: {{url}}',
  same: 'same as {{position}}',
  remove: 'Remove reference {{position}}',
  look: 'Look at reference {{position}}',
  again_one: 'This address is already in the list.',
  again_other: '{{count, number}} of these addresses are already in the list.',
  fileDropped: 'Only addresses can be sent, not files. Drop a link, or paste the address of an image.',
  nothingDropped: 'There was no address in what you dropped.',

  preview: {
    title: 'Reference {{position}} of {{total}}',
    fetching: 'Fetching from {{host}}, without your key',
    picture: 'Reference {{position}} as it looks now',
    size: '{{width}} × {{height}}',
    close: 'Close',
    again: 'Try again',
  },

  use: 'Use as reference',
  used: 'Added as a reference. The link is {{age}} old; links like this often expire.',
  usedLater:
    'Kept as a reference for Direct; Background requests can’t include any. The link is {{age}} old; links like this often expire.',
  usedBefore: 'This image is already one of the references.',
  none: 'The service gave no address for this image, so it can’t be a reference. Upload the file somewhere and paste its address.',
  unfit: 'This image’s address can’t be added: the list is full, or the address is too long.',
  undo: 'Undo',
}
