import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { addStudio, answerDone, startTaking } from '../screenshots/service.ts'

/** A PNG of one pixel, whose header claims to be 40,000 x 30,000. */
function hugePicture(): Buffer {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
    'base64',
  )
  bytes.writeUInt32BE(40_000, 16)
  bytes.writeUInt32BE(30_000, 20)
  return bytes
}

const startWithHugeImages = () =>
  startTaking(({ url }, response) => {
    if (url?.startsWith('/files/'))
      response.writeHead(200, { 'content-type': 'image/png' }).end(hugePicture())
    else answerDone(response, url, (id) => `/files/${id}.png`)
  })

/** An image that was saved but is too large to be shown. */
const tooLarge: Scene = {
  name: 'tooLarge',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Isometric greenhouse at dusk', 4)
    await seeImages(page, 4)
    await addStudio(page, await startWithHugeImages())
    await queue(page, 'The whole coast in one picture', 1)
    const tile = page.getByRole('option', { name: /^The whole coast.*too large to show$/ })
    await tile.click()
  },
}

export default tooLarge
