import type { Migration } from './migration'
import { fifth } from './migrations/fifth'
import { first } from './migrations/first'
import { fourth } from './migrations/fourth'
import { second } from './migrations/second'
import { sixth } from './migrations/sixth'
import { third } from './migrations/third'

/** Every step of the schema, oldest first. A new one is added at the end; none is ever changed once released. */
export const migrations: readonly Migration[] = [first, second, third, fourth, fifth, sixth]
