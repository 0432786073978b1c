import { listBatches } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const batchList: Scene = {
  name: 'batchList',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page) {
    await (await listBatches(page)).waitFor()
  },
}

export default batchList
