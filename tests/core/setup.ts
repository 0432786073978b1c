import '../support/tellingProperties'
import { beforeEach } from 'vitest'
import { beginTime } from '../support/fakeClock'

beforeEach(beginTime)
