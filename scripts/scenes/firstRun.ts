import type { Scene } from '../screenshots/scene.ts'

const firstRun: Scene = {
  name: 'firstRun',
  prepare: (page) => page.getByRole('button', { name: 'Try the demo service' }).waitFor(),
}

export default firstRun
