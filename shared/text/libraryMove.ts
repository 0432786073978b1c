/** The move of the library to another folder: in Settings, and its line in the header. */
export const libraryMove = {
  choose: 'Move the library…',
  planning: 'Looking at both folders…',
  title_one: 'Move {{count, number}} image?',
  title_other: 'Move {{count, number}} images?',
  body: '{{size}} in {{source}} will be moved to {{target}}. Each image is copied and verified first. The originals are removed only after all of them are there.',
  meanwhile:
    'New images are saved in the new folder from the start. You can pause or cancel while images are copied.',
  sharedMeans: 'Others may use this library too: they will miss these images until they open the new folder.',
  confirm: 'Move the library',
  leave: 'Leave it here',
  region: 'Move of the library',
  route: 'From {{source}} to {{target}}',
  steps: {
    copying: 'Copying images: {{done, number}} of {{total, number}}',
    removing: 'Removing originals: {{done, number}} of {{total, number}}',
    undoing: 'Cancelling: removing copies',
    done_one: '{{count, number}} image was moved.',
    done_other: '{{count, number}} images were moved.',
    undone: 'The move was cancelled. Your images are in {{source}}.',
  },
  bytes: '{{done}} of {{total}}',
  pace: '{{size}} per second',
  left: 'about {{time}} left',
  paused: 'Paused',
  unread_one: '{{count, number}} image couldn’t be read. It’s still in {{source}}.',
  unread_other: '{{count, number}} images couldn’t be read. They’re still in {{source}}.',
  kept_one:
    '{{count, number}} original couldn’t be removed, or was changed during the move. It’s still in {{source}}.',
  kept_other:
    '{{count, number}} originals couldn’t be removed, or were changed during the move. They’re still in {{source}}.',
  keptCopy_one:
    '{{count, number}} image was changed during the move. That version is in {{target}}; here you see it as it was.',
  keptCopy_other:
    '{{count, number}} images were changed during the move. Those versions are in {{target}}; here you see them as they were.',
  others_one: '{{count, number}} other file was left in {{source}}.',
  others_other: '{{count, number}} other files were left in {{source}}.',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel the move…',
  cancelTitle: 'Cancel the move?',
  cancelBody:
    'Copied images go back to {{source}}, and new ones are saved there again. Images that arrived in the meantime stay where they are.',
  cancelConfirm: 'Cancel the move',
  dismiss: 'OK',
  line: {
    copying: 'Moving the library: {{percent, number}} %',
    removing: 'Moving the library: removing originals',
    undoing: 'Cancelling the move',
    done: 'The library was moved',
    undone: 'The move was cancelled',
    paused: 'The move is paused',
    waiting: 'The move is waiting',
  },
}
