import { describe } from 'vitest'
import { testEveryThirdTable } from './damagedTables'

describe('an app with one table damaged in every column', () => testEveryThirdTable(0))
