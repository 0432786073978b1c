/**
 * Texts that the system shows for the app: menus, dialogs and notifications. Part of the catalogue, kept apart so that
 * the main process starts without the window's texts. `{{name}}` and `_one`/`_other` are i18next's.
 */
export const native = {
  appName: 'Cyanotype',
  /** As the system lists the running processes. */
  processes: {
    imaging: 'Cyanotype Imaging',
    demo: 'Cyanotype Demo Service',
    backup: 'Cyanotype Backup',
    tables: 'Cyanotype Tables',
  },
  menu: {
    file: 'File',
    edit: 'Edit',
    view: 'View',
    queue: 'Queue',
    window: 'Window',
    help: 'Help',
    generate: 'Generate',
    connection: 'New Connection…',
    openTable: 'Open Table…',
    bringImages: 'Bring In Images…',
    bringFolder: 'Bring In Folder…',
    export: 'Export Selected Images…',
    settings: 'Settings…',
    undo: 'Undo',
    redo: 'Redo',
    search: 'Search the Gallery',
    deleteRejected: 'Delete Rejected Images',
    details: 'Details',
    goToDate: 'Go to Date…',
    togglePause: 'Pause or Resume',
    shortcuts: 'Keyboard Shortcuts',
  },
  chooseFolder: {
    library: { title: 'Choose the library folder', button: 'Use This Folder' },
    move: { title: 'Move the library to a folder', button: 'Move Here' },
    export: { title: 'Export to a folder', button: 'Export Here' },
  },
  chooseFile: {
    table: { title: 'Open a table of prompts', button: 'Open', kind: 'Tables', any: 'All files' },
  },
  chooseImages: {
    files: { title: 'Choose images to bring in', button: 'Choose' },
    folder: { title: 'Choose a folder of images', button: 'Choose' },
  },
  saveFile: {
    table: { title: 'Save the table with its results', button: 'Save' },
    damagedRows: { title: 'Save the damaged records', button: 'Save' },
    keptFile: { title: 'Save what came', button: 'Save' },
  },
  batchDone: {
    saved_one: '{{count}} image saved',
    saved_other: '{{count}} images saved',
    failed_one: '{{count}} failed',
    failed_other: '{{count}} failed',
    needsYou_one: '{{count}} needs you',
    needsYou_other: '{{count}} need you',
  },
  quit: {
    message_one: '{{count}} request hasn’t been answered yet',
    message_other: '{{count}} requests haven’t been answered yet',
    detail:
      'Their images come with the answer. If you quit now, the service may still bill them, and you can’t tell whether they went through.',
    wait: 'Wait, Then Quit',
    now: 'Quit Now',
    cancel: 'Cancel',
  },
  startFailed: {
    title: 'Cyanotype can’t start',
    databaseNewer:
      'This profile’s data was written by a newer version of Cyanotype. Install that version or a later one. Nothing was changed.',
    databaseLocked:
      'This profile’s data is in use by another program. Close it and start Cyanotype again. Nothing was changed.',
    storageUnwritable:
      'Cyanotype can’t write to the disk with its data. The disk may be full. Free some space and start Cyanotype again. Nothing was changed.',
    other: 'This profile’s data can’t be opened. See the log in {{logs}} for details. Nothing was changed.',
  },
  runningSilent: {
    title: 'Cyanotype is running already',
    message:
      'It doesn’t answer at the moment. Wait a little and start Cyanotype again, or end the one that’s running first. Your queue and your images are safe.',
  },
  crashed: {
    title: 'Cyanotype has to close',
    message:
      'Something unexpected went wrong. Your queue and your images are safe: start Cyanotype again and it continues where it left off. See the log in {{logs}} for details.',
  },
} as const
