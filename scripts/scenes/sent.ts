import { queue, seeImages, seeInQueue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** What was sent, in the details of an image and of a request that needs the user. */
const sent: Scene = {
  name: 'sent',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 2)
    await queue(page, 'Market street in rain, 35 mm [drop]')
    await seeImages(page, 2)
    await seeInQueue(page, /Market street in rain/)
    await page.getByRole('option', { name: /saved/ }).first().click()
    await page.keyboard.press('i')
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByRole('button', { name: 'What was sent' }).click()
    await details.getByRole('button', { name: 'Copy as curl for Bash' }).scrollIntoViewIfNeeded()
    await page.getByRole('tab', { name: /^Queue/ }).click()
    const queued = page.getByRole('region', { name: 'Queue', exact: true })
    await queued
      .getByRole('group', { name: /Market street in rain/ })
      .first()
      .click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await queued.getByRole('button', { name: 'What was sent' }).click()
    await queued.getByRole('button', { name: 'Copy as curl for Bash' }).waitFor()
  },
}

export default sent
