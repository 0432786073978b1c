/** What Undo and Redo say. `what`: what they did, in words. */
export const undo = {
  undo: 'Undo',
  redo: 'Redo',
  /** In a menu. */
  last: 'Undo: {{what}}',
  tooLate: 'This can no longer be undone',
  redoTooLate: 'This can no longer be redone',
  /** `what`: what was done, in words. */
  never: 'This can’t be undone: {{what}}',
  except_one: '{{what}}; {{count, number}} has changed since and stays as it is',
  except_other: '{{what}}; {{count, number}} have changed since and stay as they are',

  cancel: {
    undone_one: '{{count, number}} request waits again',
    undone_other: '{{count, number}} requests wait again',
    undoneExcept_one: '{{what}}; {{count, number}} was queued anew or has changed, and stays out',
    undoneExcept_other: '{{what}}; {{count, number}} were queued anew or have changed, and stay out',
    redone_one: '{{count, number}} request cancelled again',
    redone_other: '{{count, number}} requests cancelled again',
    tooLate_one: 'The cancel of {{count, number}} request can no longer be undone',
    tooLate_other: 'The cancel of {{count, number}} requests can no longer be undone',
  },
  settle: {
    undone_one: '{{count, number}} request needs you again',
    undone_other: '{{count, number}} requests need you again',
  },
  clear: {
    undone_one: '{{count, number}} finished request is listed again',
    undone_other: '{{count, number}} finished requests are listed again',
  },
  edit: {
    done: 'Request changed',
    undone: 'The request is as it was before',
    redone: 'The request is changed again',
  },
  move: { undone: 'Moved back', redone: 'Moved again' },
  priority: { undone: 'The priority is as it was before', redone: 'The priority is changed again' },
  rename: 'The batch is called “{{name}}” again',
  note: { changed: 'The note is changed' },
  view: {
    saved: 'View “{{name}}” saved',
    removed: 'View “{{name}}” removed',
    undone: 'View “{{name}}” is as it was before',
  },
  form: 'The form is as it was before',
  reference: {
    undone: 'The reference is no longer in the form',
    redone: 'The reference is in the form again',
  },
}
