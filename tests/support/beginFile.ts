import { beginTime } from './fakeClock'

// The files of a worker share its modules.
beginTime()
