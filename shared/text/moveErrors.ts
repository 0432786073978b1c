/** Why the library can’t be moved to a folder, or why its move waits; part of `errors`. */
export const moveErrors = {
  moveUnderway: {
    cause: 'Your library is already being moved.',
    next: 'Wait until that’s done, or cancel it in Settings.',
  },
  moveSameFolder: {
    cause: 'Your library is in {{folder}} already.',
    next: 'Choose another one.',
  },
  moveNested: {
    cause: 'The folder {{folder}} is inside a library, or has one inside it.',
    next: 'Choose a folder that isn’t.',
  },
  libraryFolderOwn: {
    cause: 'Cyanotype keeps its own data in {{folder}}, so images wouldn’t be safe there.',
    next: 'Choose another folder.',
  },
  moveNothing: {
    cause: 'There are no images in {{folder}} to move.',
    next: 'To save new images elsewhere, choose another library folder.',
  },
  moveNoRoom: {
    cause: 'There isn’t enough space in {{folder}}.',
    next: 'The move needs {{needed, bytes}} there, and {{free, bytes}} are free. Choose another folder, or free some space.',
  },
  moveSourceAway: {
    cause: 'Your library isn’t in {{folder}}.',
    next: 'Connect its drive. The move then continues automatically. Nothing was removed.',
  },
  moveTargetAway: {
    cause: 'The new library isn’t in {{folder}}.',
    next: 'Connect its drive. The move then continues automatically. Nothing is lost.',
  },
  moveFolderSilent: {
    cause: 'The folder {{folder}} isn’t responding.',
    next: 'Check that its drive is connected. The move continues automatically once it responds.',
  },
  moveTargetFull: {
    cause: 'The disk of {{folder}} is full.',
    next: 'Free some space. The move then continues automatically. All your images are still there.',
  },
  moveTargetUnwritable: {
    cause: 'Cyanotype can’t write to {{folder}}.',
    next: 'Make it writable. A move that has begun then continues automatically.',
  },
}
