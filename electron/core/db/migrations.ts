import { keyHolds } from './migrations/036-keyHolds'
import { hiddenTexts } from './migrations/037-hiddenTexts'
import { askedAt } from './migrations/038-askedAt'
import { foundImages } from './migrations/039-foundImages'
import { imagePrices } from './migrations/040-imagePrices'
import { exportsLeft } from './migrations/041-exportsLeft'
import { eighteenth } from './migrations/eighteenth'
import { eighth } from './migrations/eighth'
import { eleventh } from './migrations/eleventh'
import { fifteenth } from './migrations/fifteenth'
import { fifth } from './migrations/fifth'
import { first } from './migrations/first'
import { fourteenth } from './migrations/fourteenth'
import { fourth } from './migrations/fourth'
import type { Migration } from './migrations/migration'
import { nineteenth } from './migrations/nineteenth'
import { ninth } from './migrations/ninth'
import { second } from './migrations/second'
import { seventeenth } from './migrations/seventeenth'
import { seventh } from './migrations/seventh'
import { sixteenth } from './migrations/sixteenth'
import { sixth } from './migrations/sixth'
import { tenth } from './migrations/tenth'
import { third } from './migrations/third'
import { thirteenth } from './migrations/thirteenth'
import { thirtieth } from './migrations/thirtieth'
import { thirtyFifth } from './migrations/thirtyFifth'
import { thirtyFirst } from './migrations/thirtyFirst'
import { thirtyFourth } from './migrations/thirtyFourth'
import { thirtySecond } from './migrations/thirtySecond'
import { thirtyThird } from './migrations/thirtyThird'
import { twelfth } from './migrations/twelfth'
import { twentieth } from './migrations/twentieth'
import { twentyEighth } from './migrations/twentyEighth'
import { twentyFifth } from './migrations/twentyFifth'
import { twentyFirst } from './migrations/twentyFirst'
import { twentyFourth } from './migrations/twentyFourth'
import { twentyNinth } from './migrations/twentyNinth'
import { twentySecond } from './migrations/twentySecond'
import { twentySeventh } from './migrations/twentySeventh'
import { twentySixth } from './migrations/twentySixth'
import { twentyThird } from './migrations/twentyThird'
import { wholeSchema } from './migrations/wholeSchema'

/**
 * Every step of the schema, oldest first. New ones are added at the end; a released one is never changed. `wholeSchema.ts`
 * is written by their test.
 */
export const migrations: readonly Migration[] = [
  first,
  second,
  third,
  fourth,
  fifth,
  sixth,
  seventh,
  eighth,
  ninth,
  tenth,
  eleventh,
  twelfth,
  thirteenth,
  fourteenth,
  fifteenth,
  sixteenth,
  seventeenth,
  eighteenth,
  nineteenth,
  twentieth,
  twentyFirst,
  twentySecond,
  twentyThird,
  twentyFourth,
  twentyFifth,
  twentySixth,
  twentySeventh,
  twentyEighth,
  twentyNinth,
  thirtieth,
  thirtyFirst,
  thirtySecond,
  thirtyThird,
  thirtyFourth,
  thirtyFifth,
  keyHolds,
  hiddenTexts,
  askedAt,
  foundImages,
  imagePrices,
  { ...exportsLeft, whole: wholeSchema },
]
