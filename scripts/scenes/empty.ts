import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const empty: Scene = { name: 'empty', prepare: takeDemo }

export default empty
