import type { OpenTable, TableDefaults } from '@shared/model/table'
import { noReading } from '@shared/model/tableReading'

export const tableDefaults: TableDefaults = {
  model: 'aurora-2',
  size: '',
  n: 1,
  mode: 'background',
  image: [],
}

/** A table of two prompts, ready to be queued unless specified otherwise. */
export function tableSample(rest: Partial<OpenTable> = {}): OpenTable {
  return {
    id: 'table',
    name: 'birds.csv',
    layout: { format: 'csv', encoding: 'utf-8', bom: false, delimiter: ',', newline: '\n' },
    reading: noReading,
    columns: ['prompt'],
    settings: {
      connectionId: 'demo',
      roles: ['prompt'],
      defaults: tableDefaults,
      expand: false,
      again: false,
    },
    stage: 'ready',
    progress: { done: 2, total: 2 },
    counts: {
      rows: 2,
      wrong: 0,
      known: 0,
      selected: 2,
      selectedWrong: 0,
      toQueue: 2,
      leftOut: 0,
      unsentSizes: 0,
      unsentReferences: 0,
      textBraces: 0,
      requests: 2,
      images: 2,
    },
    requestsByPrice: [{ model: 'aurora-2', size: null, requests: 2, images: 2 }],
    problem: null,
    edited: false,
    history: { undo: false, redo: false },
    ...rest,
  }
}
