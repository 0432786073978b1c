/** What an export says while it runs and when it is done. */
export const exports = {
  region: 'Export',
  choosing: 'Choose a folder for the export',
  running: 'Exporting {{done, number}} of {{total, number}}',
  written_one: '{{count, number}} image exported to {{folder}}',
  written_other: '{{count, number}} images exported to {{folder}}',
  nothing: 'Nothing was exported to {{folder}}',
  failed: '{{count, number}} couldn’t be copied',
  failedAlike_one: '{{count, number}} image: {{cause}} {{next}}',
  failedAlike_other: '{{count, number}} images: {{cause}} {{next}}',
  show: 'Show in folder',
}
