import type { Job } from '@shared/model/job'
import { describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import {
  createGalleryHeadStore,
  type HeadSources,
  type HeadTile,
  headTiles,
} from '../../../renderer/stores/galleryHead'
import type { GalleryState } from '../../../renderer/stores/galleryStore'
import { noRows, withChunk } from '../../../renderer/stores/listRows'
import { createOpenDeletions } from '../../../renderer/stores/openDeletions'
import type { QueueState } from '../../../renderer/stores/queueStore'
import { imageSample } from '../../support/galleryStandIn'
import { batchSample, itemSample, jobSample, overviewOf } from '../../support/jobSamples'

const saved = (imageId: string, rest: Partial<Job> = {}) =>
  jobSample({ state: 'done', saved: 1, items: [itemSample({ state: 'saved', imageId })], ...rest })

function sources(rest: Partial<HeadSources> & { readonly ended?: readonly Job[] }): HeadSources {
  const { ended = [], ...given } = rest
  return {
    running: [],
    runningCount: given.running?.length ?? 0,
    job: (id) => ended.find((job) => job.id === id) ?? null,
    waiting: [],
    listed: () => null,
    isStacked: false,
    ...given,
  }
}

const listedImage = (jobId: string, index: number) => ({
  ...imageSample(1),
  id: `image of ${jobId}`,
  jobId,
  index,
})

const keys = (tiles: readonly HeadTile[]) => tiles.map(({ key }) => key)

describe('the head of the gallery', () => {
  test('shows each image on its way, in the requested shape', () => {
    const job = { ...jobSample({ images: 2 }), request: { model: 'm', prompt: 'p', size: '1536x1024' } }
    expect(headTiles([], sources({ running: [job] }))).toMatchObject([
      { key: 'job1:0', index: 0, of: 2, ratio: 1.5, imageId: null },
      { key: 'job1:1', index: 1, of: 2, ratio: 1.5, imageId: null },
    ])
  })

  test('lets go of what has arrived in a stacked list, where a better image may cover it', () => {
    const items = [itemSample({ state: 'saved', imageId: 'image' }), itemSample({ index: 1 })]
    const running = [jobSample({ images: 2, items })]
    const shown = headTiles([], sources({ running }))
    expect(keys(shown)).toEqual(['job1:0', 'job1:1'])
    expect(keys(headTiles(shown, sources({ running, isStacked: true })))).toEqual(['job1:1'])
  })

  test('keeps a tile in place while it becomes its image, until the list has it and nothing is running', () => {
    const other = jobSample({ id: 'job2' })
    const before = headTiles([], sources({ running: [jobSample(), other] }))
    const landed = headTiles(before, sources({ running: [other], ended: [saved('image1')] }))
    expect(keys(landed)).toEqual(['job1:0', 'job2:0'])
    expect(landed[0]).toMatchObject({ imageId: 'image1', listed: false })

    const listed = headTiles(
      landed,
      sources({ running: [other], ended: [saved('image1')], listed: listedImage }),
    )
    expect(listed[0]).toMatchObject({ key: 'job1:0', ratio: 1.5, listed: true })
    expect(headTiles(listed, sources({ ended: [saved('image1')], listed: listedImage }))).toEqual([])
  })

  test('waits for the list before an image leaves it, so that the image never disappears', () => {
    const before = headTiles([], sources({ running: [jobSample()] }))
    expect(keys(headTiles(before, sources({ ended: [saved('image1')] })))).toEqual(['job1:0'])
  })

  test('shows the picture as soon as the list has it, though the queue has not reported it yet', () => {
    const running = [jobSample()]
    const before = headTiles([], sources({ running }))
    expect(headTiles(before, sources({ running, listed: listedImage }))).toMatchObject([
      { key: 'job1:0', imageId: 'image of job1', listed: true },
    ])
  })

  test('drops what failed, what was deleted and what is no longer known', () => {
    const running = headTiles([], sources({ running: [jobSample()] }))
    expect(headTiles(running, sources({ ended: [jobSample({ state: 'failed' })] }))).toEqual([])
    expect(headTiles(running, sources({}))).toEqual([])

    const other = jobSample({ id: 'job2' })
    const here = { running: [other], ended: [saved('image1')] }
    const listed = headTiles(
      headTiles([], sources({ running: [jobSample(), other] })),
      sources({ ...here, listed: (jobId, index) => (jobId === 'job1' ? listedImage(jobId, index) : null) }),
    )
    expect(keys(headTiles(listed, sources(here)))).toEqual(['job2:0'])
  })

  test('drops the oldest if many images have arrived', () => {
    const jobs = Array.from({ length: 5 }, (_, index) => jobSample({ id: `job${index}` }))
    const last = jobSample({ id: 'last' })
    const ended = jobs.map((job) => saved(`image of ${job.id}`, { id: job.id }))
    const before = headTiles([], sources({ running: [...jobs, last] }))
    const after = headTiles(before, sources({ running: [last], ended, listed: listedImage }))
    expect(keys(after)).toEqual(['job1:0', 'job2:0', 'job3:0', 'job4:0', 'last:0'])
  })

  test('shows one stack per waiting batch, and one for the many that are running', () => {
    const running = Array.from({ length: 30 }, (_, index) => jobSample({ id: `job${index}` }))
    const tiles = headTiles([], sources({ running, runningCount: 120, waiting: [batchSample()] }))
    expect(tiles.filter(({ kind }) => kind === 'coming')).toHaveLength(6)
    expect(tiles.slice(-2)).toMatchObject([
      { kind: 'stack', state: 'running', count: 114 },
      { kind: 'stack', state: 'waiting', count: 37, batchId: 'batch1', name: 'Chairs' },
    ])
  })

  test('joins the batches after the first two into one stack', () => {
    const waiting = [1, 2, 3, 4].map((n) => batchSample({ id: `b${n}`, waiting: n }))
    expect(headTiles([], sources({ waiting }))).toMatchObject([
      { batchId: 'b1', count: 1 },
      { batchId: 'b2', count: 2 },
      { batchId: 'b3', count: 7, name: null },
    ])
  })
})

test('the list is read at once when the last image has arrived', () => {
  const running = jobSample()
  const queue = createStore<QueueState>(() => ({
    overview: overviewOf({ running: [running, jobSample({ id: 'job2' })] }),
    limit: 40,
    sought: null,
    wantedRow: null,
    said: '',
    failure: null,
  }))
  const gallery = createStore<GalleryState>(() => ({
    text: '',
    sort: 'new',
    shape: null,
    libraryTotal: null,
    costs: null,
    rows: noRows,
    failure: null,
  }))
  const hurry = vi.fn()
  createGalleryHeadStore(queue, { ...gallery, hurry }, createOpenDeletions())
  const ended = saved('image')
  queue.setState({ overview: overviewOf({ running: [jobSample({ id: 'job2' })], finished: [ended] }) })
  expect(hurry).not.toHaveBeenCalled()

  queue.setState({ overview: overviewOf({ finished: [ended] }) })
  expect(hurry).toHaveBeenCalledOnce()

  // However often something changes before the list has fetched it.
  gallery.setState({ libraryTotal: 1 })
  expect(hurry).toHaveBeenCalledOnce()
  gallery.setState({ rows: withChunk(noRows, 0, [listedImage(ended.id, 0)], [0]) })
  expect(hurry).toHaveBeenCalledOnce()
})
