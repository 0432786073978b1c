import { tableEncodings } from '@shared/model/tableReading'
import type { TFunction } from 'i18next'

/** The name of an encoding, as people know it. */
export function encodingName(encoding: string, t: TFunction): string {
  const known = tableEncodings.find((one) => one === encoding)
  // A table that an earlier version read may have any label.
  return known === undefined ? encoding : t(`table.encodings.${known}`)
}
