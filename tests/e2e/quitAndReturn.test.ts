import { expect, test } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import { galleryOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

const prompt = 'A kite over dunes'
const demo = { taskMs: 1500, slots: 2 }

test.describe('six tasks, two at a time, the app ended in the middle', () => {
  for (const [name, end] of [
    ['quit', 'quit'],
    ['kill -9', 'kill'],
  ] as const) {
    test(`after ${name} and a restart every image arrives and the service saw one POST per job`, async ({
      launch,
      profile,
    }) => {
      const first = await launch(profile, { demo })
      await tryDemo(first.page)
      await generate(first.page, { prompt, images: 6 })
      await expect(galleryOf(first.page).tiles(prompt, 'saved').first()).toBeVisible()
      await first[end]()
      const before = await profile.libraryImages()
      expect(before.length).toBeLessThan(6)

      const second = await launch(profile, { demo })
      await expect(galleryOf(second.page).tiles(prompt, 'saved')).toHaveCount(6)
      expect(await profile.libraryImages()).toHaveLength(6)
      const posts = await demoPosts(profile)
      expect(posts).toHaveLength(6)
      expect(new Set(posts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(6)
    })
  }
})
