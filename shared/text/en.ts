import { batches } from './batches'
import { bringing } from './bringing'
import { compose, expansion, extraFields, references } from './compose'
import { connection } from './connection'
import { errors } from './errors'
import { exports } from './exports'
import { frame } from './frame'
import { gallery } from './gallery'
import { libraryMove } from './libraryMove'
import { money } from './money'
import { prompts } from './prompts'
import { queue } from './queue'
import { rowStatus } from './rowStatus'
import { gateActions, sendGate, sendGateInRow } from './sendGate'
import { sent } from './sent'
import { settings } from './settings'
import { table } from './table'
import { undo } from './undo'
import { withoutPage } from './withoutPage'

/** Every text a user can read, by section. `_one` and `_other` are i18next's plurals. */
export const en = {
  frame,
  compose,
  extraFields,
  prompts,
  references,
  expansion,
  settings,
  libraryMove,
  connection,
  gallery,
  bringing,
  queue,
  batches,
  sent,
  sendGate,
  sendGateInRow,
  gateActions,
  money,
  exports,
  table,
  rowStatus,
  undo,
  errors,
  withoutPage,
}
