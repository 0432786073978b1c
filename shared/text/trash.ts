/** Deleted images, and what becomes of them. */
export const trash = {
  restore: 'Restore',
  /** After a key for something else. */
  restoreFirst: 'Restore deleted images first',
  /** Asks first. */
  discard: 'Move to system trash…',
  empty: 'Empty trash…',
  emptyTitle: 'The trash is empty',
  emptyHint: 'What you delete stays here until you empty the trash',
  emptyQuestion: 'Empty the trash?',
  discardQuestion: 'Move to your system’s trash?',
  /** `held`: how many images, their size, and what they cost. */
  discardMeans_one: '{{held}}: its file moves to your system’s trash. Cyanotype can’t bring it back.',
  discardMeans_other: '{{held}}: their files move to your system’s trash. Cyanotype can’t bring them back.',
  /** After what becomes of the others. */
  leftMeans_one: 'But {{count, number}} file is outside the library: it stays where it is.',
  leftMeans_other: 'But {{count, number}} files are outside the library: they stay where they are.',
  changedMeans_one: 'But {{count, number}} file was changed outside Cyanotype: it stays where it is.',
  changedMeans_other: 'But {{count, number}} files were changed outside Cyanotype: they stay where they are.',
  /** After all that. */
  sharedMeans: 'Others may use this library too: the files are gone for them as well.',
  /** None of them is in the library. */
  forgetQuestion: 'Remove from Cyanotype?',
  forgetMeans_one:
    '{{held}}: its file is outside the library and stays where it is. Cyanotype forgets what you noted about it.',
  forgetMeans_other:
    '{{held}}: their files are outside the library and stay where they are. Cyanotype forgets what you noted about them.',
  forget: 'Remove',
  forgotten_one: '{{count, number}} image removed from Cyanotype',
  forgotten_other: '{{count, number}} images removed from Cyanotype',
  confirm: 'Move to system trash',
  discarded_one: '{{count, number}} image moved to your system’s trash',
  discarded_other: '{{count, number}} images moved to your system’s trash',
  /** After how many are back. */
  restoredWithout_one: '{{text}}, but {{count, number}} file is missing',
  restoredWithout_other: '{{text}}, but {{count, number}} files are missing',
}
