import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { openTable } from '../screenshots/tables.ts'

const tableProblem: Scene = {
  name: 'tableProblem',
  async prepare(page, app) {
    await takeDemo(page)
    const text = ['title,width', 'linen chair,1024', 'oak table,1536'].join('\n')
    await openTable(page, app, { name: 'furniture.csv', text })
    await page.getByRole('alert').waitFor()
  },
}

export default tableProblem
