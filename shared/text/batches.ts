/** A batch as an object of its own: in the list of batches, and shown alone. */
export const batches = {
  title: 'Batches',
  search: 'Search batches',
  empty: 'No batches yet. What you queue is listed here.',
  notFound: 'No batch has these words in its name.',

  chip: 'Batch: {{name}}',
  showAll: 'Show all batches',
  alone: 'One batch',
  show: 'Show this batch',
  elsewhere_one: '{{count, number}} request in another batch needs you.',
  elsewhere_other: '{{count, number}} requests in other batches need you.',

  /** Follows its name, which is the first of its prompts. */
  more: 'and {{count, number}} more',

  region: 'Batch',
  progress: '{{done, number}}/{{jobs, number}}',
  progressLabel: '{{done, number}} of {{jobs, number}} requests done',
  state: {
    needsYou_one: '{{count, number}} needs you',
    needsYou_other: '{{count, number}} need you',
    failed: '{{count, number}} failed',
    running: '{{count, number}} running',
    waiting: '{{count, number}} waiting',
    stopped: '{{count, number}} left at the service',
    cancelled: '{{count, number}} cancelled',
    paused: 'paused',
    done: 'done',
  },

  rename: 'Rename',
  name: 'Name of the batch',
  pause: 'Pause',
  pauseBatch: 'Pause batch',
  resume: 'Resume',
  resumeBatch: 'Resume batch',
  pauseThis: 'Pause this batch',
  resumeThis: 'Resume this batch',
  retry: 'Retry {{count, number}} failed, billed',
  export: 'Export…',
  writeTable: 'Save table…',
  tableWritten_one: '{{count, number}} row saved to {{file}}',
  tableWritten_other: '{{count, number}} rows saved to {{file}}',
  tableWrittenInUtf8_one: '{{count, number}} row saved to {{file}} as UTF-8: {{encoding}} can’t be written',
  tableWrittenInUtf8_other:
    '{{count, number}} rows saved to {{file}} as UTF-8: {{encoding}} can’t be written',
  reveal: 'Show in folder',

  noneTitle: 'No images from “{{name}}” match “{{text}}”',
  noImagesTitle: 'No images from “{{name}}” yet',
  noImagesHint: 'They appear here as they arrive',
}
