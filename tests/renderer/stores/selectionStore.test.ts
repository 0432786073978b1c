import { expect, test } from 'vitest'
import type { SelectedImages } from '../../../renderer/stores/selectedImages'
import { createSelectionStore } from '../../../renderer/stores/selectionStore'
import { imageSample } from '../../support/galleryStandIn'

const both: SelectedImages = { ids: new Set(['image1', 'image2']), many: null }

/** A store in which image 3 is selected and other images are being asked for. */
function asking() {
  const selection = createSelectionStore()
  selection.only(imageSample(3))
  const answer = { resolve: (_: SelectedImages | null) => {}, reject: (_: Error) => {} }
  const replaced = selection.replaceWith(
    () => new Promise((resolve, reject) => Object.assign(answer, { resolve, reject })),
  )
  const acted: string[][] = []
  const act = () => selection.act(() => acted.push([...selection.getState().ids]))
  return { selection, answer, replaced, acted, act }
}

test('what is done waits for the images that are asked for', async () => {
  const { answer, replaced, acted, act } = asking()
  act()
  expect(acted).toEqual([])
  answer.resolve(both)
  await replaced
  act()
  expect(acted).toEqual([
    ['image1', 'image2'],
    ['image1', 'image2'],
  ])
})

test('nothing is done with the former selection when the images can’t be had', async () => {
  const { selection, answer, replaced, acted, act } = asking()
  act()
  answer.reject(new Error('gone'))
  await expect(replaced).rejects.toThrow('gone')
  expect(acted).toEqual([])
  expect([...selection.getState().ids]).toEqual(['image3'])
  act()
  expect(acted).toEqual([['image3']])
})

test('a list that has changed meanwhile leaves the selection alone', async () => {
  const { selection, answer, replaced, acted, act } = asking()
  act()
  answer.resolve(null)
  await replaced
  expect(acted).toEqual([])
  expect([...selection.getState().ids]).toEqual(['image3'])
})

test('what is selected meanwhile counts, and what was to be done before is not done', async () => {
  const { selection, answer, replaced, acted, act } = asking()
  act()
  selection.only(imageSample(4))
  act()
  answer.resolve(both)
  await replaced
  expect(acted).toEqual([['image4']])
  expect([...selection.getState().ids]).toEqual(['image4'])
})

test('the last of two requests counts, whichever is answered first', async () => {
  const { selection, answer, replaced } = asking()
  await selection.replaceWith(() => Promise.resolve({ ids: new Set(['image5']), many: null }))
  answer.resolve(both)
  await replaced
  expect([...selection.getState().ids]).toEqual(['image5'])
})

test('an image is taken out of what is asked for, once that is known', async () => {
  const { selection, answer, replaced } = asking()
  selection.toggle(imageSample(1))
  answer.resolve(both)
  await replaced
  expect([...selection.getState().ids]).toEqual(['image2'])
})
