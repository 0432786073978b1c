import { testColumnsOf } from './damagedColumns'

testColumnsOf((table) => table >= 'j' && table < 'k')
