import { testColumnsOf } from './damagedColumns'

testColumnsOf((table) => table < 'e')
