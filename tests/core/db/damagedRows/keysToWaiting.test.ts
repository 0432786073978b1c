import { testColumnsOf } from './damagedColumns'

testColumnsOf((table) => table >= 'k')
