import { describe, expect, test } from 'vitest'
import { findItems } from '../../../electron/core/service/answers/images'
import { polled, read, submitted } from './answers'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVQIHWNgAAAAAgABz8g15QAAAABJRU5ErkJggg=='
const jpeg = Buffer.from('\xff\xd8\xff\xe0 a picture', 'latin1').toString('base64')
const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 a picture', 'latin1').toString('base64')
const url = 'https://x.test/1.png'

/** The images of an answer: addresses as they are, and the kind of those in base64. */
const imagesOf = (body: unknown) =>
  findItems(body).flatMap(({ image }) =>
    image === null ? [] : [image.kind === 'url' ? image.url : image.data.slice(0, 8)],
  )

describe('bytes in base64', () => {
  test.each([png, jpeg, webp])('are an image wherever they begin as one', (data) => {
    const head = data.slice(0, 8)
    for (const body of [
      { images: [data] },
      { data: [{ image: data }] },
      { data },
      { result: data },
      { output: [data] },
      { artifacts: [{ base64: data }] },
      { image: `data:image/png;base64,${data}` },
    ])
      expect(imagesOf(body)).toEqual([head])
  })

  test.each([
    ['BMP', 'BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0 and pixels'],
    ['JPEG 2000', '\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 and pixels'],
    ['TIFF of Intel', 'II*\0\x08\0\0\0 and a directory, and pixels'],
    ['TIFF of Motorola', 'MM\0*\0\0\0\x08 and a directory, and pixels'],
  ])('of a %s are known by the first of them', (_, bytes) => {
    const data = Buffer.from(bytes, 'latin1').toString('base64')
    expect(imagesOf({ images: [data] })).toEqual([data.slice(0, 8)])
    expect(imagesOf({ data: [{ image: data }] })).toEqual([data.slice(0, 8)])
  })

  test('without an image’s beginning are one under a name that says base64, and under no other', () => {
    const data = 'QUJDREVGR0hJSktMTU5PUA=='
    expect(imagesOf({ data: [{ b64_json: data }] })).toEqual([data.slice(0, 8)])
    expect(imagesOf({ data: [{ imageBase64Data: data }] })).toEqual([data.slice(0, 8)])
    expect(imagesOf({ data: [{ image: data }] })).toEqual([])
    expect(imagesOf({ images: [data] })).toEqual([])
    expect(imagesOf({ data })).toEqual([])
  })

  test('that only begin so aren’t', () => {
    expect(imagesOf({ images: [`${png.slice(0, 24)} and words!`] })).toEqual([])
  })
})

describe('addresses', () => {
  test.each([
    { result_url: url },
    { result_urls: [url] },
    { output_images: [{ url }] },
    { task_result: { images: [{ index: 0, url }] } },
    { image_result: url },
    { data: { data: { data: { url } } } },
    { result: { sample: url, seed: 42 } },
    { generations_by_pk: { generated_images: [{ url, id: 'i-1' }] } },
    { output: url },
    { output: [url] },
    { data: [{ imageURL: url }] },
    { choices: [{ message: { images: [{ image_url: { url } }] } }] },
  ])('are found in %j', (body) => {
    expect(imagesOf(body)).toEqual([url])
  })

  test.each([
    { status_url: url },
    { input: { image: url } },
    { logo: url },
    { thumbnail_url: url },
    { message: url },
    { callback_url: url },
    { data: { mask: { url } } },
    { description: `see ${url}` },
  ])('are not found in %j', (body) => {
    expect(imagesOf(body)).toEqual([])
  })

  test('of the original and of the result are one image, by the surer name', () => {
    const body = { response: { originImageUrl: 'https://x.test/o.png', resultImageUrl: url } }
    expect(imagesOf(body)).toEqual([url])
  })
})

describe('a picture of an unfinished task', () => {
  test.each([
    { id: 'task-1', status: 'IN_PROGRESS', imageUrl: url },
    { task_id: 'task-1', status: 'running', image: { url } },
    { task_id: 'task-1', state: 'queued', result_url: url },
  ])('is a preview: %j', async (body) => {
    const verdict = await polled(body)
    expect(verdict.kind === 'task' ? verdict.reading.items : []).toEqual([])
  })

  test.each([
    [{ id: 'run-1', status: 'IN_PROGRESS', imageUrl: url }, []],
    [{ status: 'running', image: { url } }, [{ kind: 'url', url }]],
  ])('is the image that was paid for in the answer to a direct request: %j', async (body, inBackground) => {
    const imagesIn = async (asked?: number) => {
      const verdict = await submitted(body, asked === undefined ? {} : { asked })
      return verdict.kind === 'accepted' ? verdict.reading.items.map(({ source }) => source) : []
    }
    expect(await imagesIn(1)).toEqual([{ kind: 'url', url }])
    // What has no id can't be asked for.
    expect(await imagesIn()).toEqual(inBackground)
    const verdict = await polled(body, { taskId: 'run-1' })
    expect(verdict.kind === 'task' ? verdict.reading.items : null).toEqual([])
  })

  test('is an image in the list of a task that is partly done', async () => {
    const body = { task_id: 'task-1', status: 'running', data: [{ url, status: 'completed' }, { url: null }] }
    const verdict = await polled(body)
    expect(verdict.kind === 'task' && verdict.reading.items[0]?.source).toEqual({ kind: 'url', url })
  })

  test('that is an echo of a reference is none', async () => {
    const body = { task_id: 'task-1', status: 'completed', data: [{ url }] }
    expect((await read(body)).task.hasImage).toBe(true)
    const found = await polled({ task_id: 'task-1', status: 'running', image: url })
    expect(found.kind === 'task' ? found.reading.items : null).toEqual([])
  })
})

describe('a flag', () => {
  const codesOf = async (data: unknown) =>
    (await read({ data })).task.items.map(({ image, error }) =>
      image === null ? (error?.code ?? null) : 'image',
    )

  test.each([
    { url: null, nsfw: true },
    { url: '', is_image_safe: false },
    { url: null, has_nsfw_content: [true] },
    { url: null, respect_moderation: false },
    { finish_reason: 'content_filtered' },
    { finish_reason: 'IMAGE_SAFETY' },
    { url: null, finishReason: 'CONTENT_FILTERED' },
    { url: null, raiFilteredReason: 'The image was filtered: raiFilter' },
  ])('says that a picture was refused: %j', async (entry) => {
    expect(await codesOf([entry, { url }])).toEqual(['moderated', 'image'])
  })

  test.each([
    { url: null, nsfw: false },
    { url: null, is_image_safe: true },
    { url: null, has_nsfw_content: [] },
    { finish_reason: 'success' },
    { finish_reason: 'stop' },
  ])('says nothing of the kind: %j', async (entry) => {
    expect((await codesOf([entry, { url }]))[0]).not.toBe('moderated')
  })

  test('takes nothing from a picture that is there', async () => {
    expect(await codesOf([{ url, nsfw: true }])).toEqual(['image'])
  })
})
