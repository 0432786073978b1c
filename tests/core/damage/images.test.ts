import { test } from 'vitest'
import { expectGoesOn, tablesOf } from './damagedTables'

test.each(tablesOf.images.map((tables) => [tables]))(
  'an app with %j damaged in every column starts and goes on with everything else',
  expectGoesOn,
)
