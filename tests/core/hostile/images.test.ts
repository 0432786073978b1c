import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { cases } from '../../../scripts/testRun/cases'
import { eventually } from '../../support/eventually'
import { meeting, showing } from './hostileCore'
import { drip, type Manner, picture, pour, say } from './hostileService'

const megabyte = 1024 * 1024
/** As many as are taken at most, in the long run. */
const many = cases(50, 1000)

/** Only the header of a picture, wider and higher than anything is decoded. */
const hugePicture = Buffer.from(picture)
hugePicture.writeUInt32BE(200_000, 16)
hugePicture.writeUInt32BE(200_000, 20)

/** One gzip member: poured again and again, it makes a gigabyte of zeros from a megabyte. */
const bomb = gzipSync(Buffer.alloc(64 * megabyte))

const serving = (name: string, ...answer: Parameters<typeof pour>) => ({
  ...showing(`/${name}/files/1.png`),
  file: pour(...answer),
})
const filesOf = (name: string, count: number) =>
  say({ data: Array.from({ length: count }, (_, at) => ({ url: `/${name}/files/${at + 1}.png` })) })

const manners = {
  fileUrl: showing('file:///etc/passwd'),
  redirectLoop: {
    ...showing('/redirectLoop/files/1.png'),
    file: (...[response]: Parameters<ReturnType<typeof say>>) =>
      void response.writeHead(302, { location: '/redirectLoop/files/1.png' }).end(),
  },
  saysTenGigabytes: serving('saysTenGigabytes', '', picture, 1, { 'content-length': '10000000000' }),
  tenGigabytes: serving('tenGigabytes', '', Buffer.alloc(65_536), 10_000 * megabyte),
  pictureBomb: serving('pictureBomb', '', hugePicture, 1),
  gzipBomb: serving('gzipBomb', '', bomb, 20 * bomb.length, { 'content-encoding': 'gzip' }),
  textNamedPng: serving('textNamedPng', '', 'this is no picture', 1, { 'content-type': 'image/png' }),
  drippedImages: { post: filesOf('drippedImages', 8), file: drip(picture) },
  manyItems: { post: filesOf('manyItems', many) },
} satisfies Readonly<Record<string, Manner>>

const { start, meet } = meeting<keyof typeof manners>(manners)

describe('a service that names anything as its images', () => {
  test.each<[keyof typeof manners, string]>([
    ['fileUrl', 'imageAddressForbidden'],
    ['saysTenGigabytes', 'imageTooLarge'],
    ['tenGigabytes', 'imageTooLarge'],
    ['gzipBomb', 'imageTooLarge'],
  ])('%s: the image fails, and says why', async (name, code) => {
    const job = await meet(name, ({ state }) => state === 'failed')
    expect(job.items).toMatchObject([{ state: 'failed', error: { code } }])
  })

  test('textNamedPng: the image is taken for gone, and the text is told', async () => {
    const job = await meet('textNamedPng', ({ state }) => state === 'failed', { speed: 20 })
    const detail = { words: 'this is no picture' }
    expect(job.items).toMatchObject([{ state: 'expired', error: { code: 'answerText', detail } }])
  })

  test('an address that redirects to itself is tried on: a network may ask for a login', async () => {
    const job = await meet('redirectLoop', ({ items }) => items.some(({ error }) => error !== null))
    expect(job.items).toMatchObject([{ state: 'ready', error: { code: 'imageRefused' } }])
  })

  test('a picture that is too large to decode is saved unchanged', async () => {
    const { core, send, jobOf, folder } = await start()
    await send('pictureBomb')
    const job = await eventually(
      async () => {
        const found = await jobOf('pictureBomb')
        return found?.state === 'done' && found
      },
      { what: 'the image' },
    )
    const id = job.items[0]?.imageId ?? ''
    const { file, decoded, width, height } = await core.call('images.details', { id })
    expect({ decoded, width, height }).toEqual({ decoded: false, width: 200_000, height: 200_000 })
    expect(readFileSync(join(folder, 'library', file)).equals(hugePicture)).toBe(true)
  })

  test('images sent drop by drop don’t delay others', async () => {
    const job = await meet('drippedImages', ({ state }) => state === 'saving', { n: 8 })
    expect(job.items.map(({ state }) => state)).toEqual(Array(8).fill('ready'))
  })

  test('many items for one request become as many images, one after the other', async () => {
    const job = await meet('manyItems', ({ state }) => state === 'done')
    expect(job).toMatchObject({ images: many, saved: many })
  })
})
