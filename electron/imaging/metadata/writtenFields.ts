import type { WrittenField } from '@shared/model/copyAccount'
import type { Conversion, ImageDescription } from '@shared/processes/imaging'
import { factsOf } from './factsOf'
import { toldInJpeg } from './jpegMetadata'
import { type Stated, statedInExif, toldOf, toolTexts } from './toolTexts'
import { factsInXmp } from './xmpPacket'

const inXmp: Stated = { carrier: 'xmp', facts: [...factsInXmp.values()] }

const besidesXmp: Readonly<
  Record<Conversion['format'], (description: ImageDescription) => readonly Stated[]>
> = {
  png: toolTexts,
  jpeg: (description) => statedInExif(description, toldInJpeg(description)),
  webp: (description) => statedInExif(description, toldOf(description)),
  avif: (description) => statedInExif(description, toldOf(description)),
}

/** What a copy with a description says, and in which forms. */
export const fieldsInside = (
  format: Conversion['format'],
  description: ImageDescription,
): readonly WrittenField[] => fieldsIn([inXmp, ...besidesXmp[format](description)], description)

/** What a file with a description beside a copy says. */
export const fieldsBeside = (description: ImageDescription): readonly WrittenField[] =>
  fieldsIn([inXmp], description)

function fieldsIn(stated: readonly Stated[], description: ImageDescription): readonly WrittenField[] {
  return [...factsOf(description)].flatMap(([fact, values]) => {
    const carriers = stated.flatMap(({ carrier, facts }) => (facts.includes(fact) ? [carrier] : []))
    return carriers.length === 0 ? [] : [{ fact, values: [...values], carriers }]
  })
}
