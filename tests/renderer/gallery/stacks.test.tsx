import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sizedElements } from '../../support/sizedElements'
import {
  badge,
  chosen,
  closed,
  exported,
  gallery,
  named,
  names,
  renderStacks,
  tile,
  tiles,
  toggleStacks,
} from '../../support/stackedGallery'

sizedElements(700, 600)

describe('a stack', () => {
  test('is one tile with its best image on top, once the menu says so, and each image is one again', async () => {
    const { user, bridge } = await renderStacks(false)
    await toggleStacks(user)
    await waitFor(() => expect(names()).toEqual(closed))
    expect(badge(tile('fern', ', kept, stack of 5')).textContent).toBe('5')
    expect(gallery().getByText(/^8 images, 2 stacks/)).toBeTruthy()
    await toggleStacks(user)
    await waitFor(() => expect(tiles()).toHaveLength(8))
    expect(bridge.inputs('preferences.change')).toEqual([{ stackTries: true }, { stackTries: false }])
  })

  test('opens in place with a click on its count, and closes with another', async () => {
    const { user } = await renderStacks()
    await user.click(badge(tile('fern', ', kept, stack of 5')))
    await waitFor(() => expect(tiles()).toHaveLength(7))
    expect(names().slice(2)).toEqual([
      named('fern', ', kept, open stack of 5'),
      ...[2, 3, 4, 5].map((at) => named('fern', `, ${at} of 5 in the open stack`)),
    ])
    expect(tiles().map((one) => one.getAttribute('aria-setsize'))).toEqual(Array(7).fill('7'))
    expect(chosen()).toEqual([named('fern', ', kept, open stack of 5')])
    await user.click(badge(tile('fern', ', kept, open stack of 5')))
    await waitFor(() => expect(names()).toEqual(closed))
  })

  test('is selected as a whole while it is closed, and taken out as a whole', async () => {
    const { user } = await renderStacks()
    await user.click(tile('fern', ', kept, stack of 5'))
    await waitFor(() => expect(exported()).toBe('Export 5'))
    await user.keyboard('{Control>}')
    await user.click(tile('moss', ', stack of 2'))
    await waitFor(() => expect(exported()).toBe('Export 7'))
    await user.click(tile('fern', ', kept, stack of 5'))
    await waitFor(() => expect(exported()).toBe('Export 2'))
    await user.keyboard('{/Control}')
    expect(chosen()).toEqual([closed[0]])
    await user.click(tile('chair', ''))
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
    await waitFor(() => expect(exported()).toBe('Export 6'))
  })

  test('stays the one that was pressed when another is opened before its turn comes', async () => {
    const { user, bridge } = await renderStacks()
    const { request } = bridge
    const answers: (() => void)[] = []
    Object.assign(bridge, {
      async request(route: string, input: unknown) {
        const answer = await request(route, input)
        if (route === 'gallery.selectAt') await new Promise<void>((resolve) => answers.push(resolve))
        return answer
      },
    })
    await user.click(tile('chair', ''))
    await user.keyboard('{Control>}')
    await user.click(tile('moss', ', stack of 2'))
    await user.click(tile('fern', ', kept, stack of 5'))
    await user.keyboard('{/Control}')
    await user.click(badge(tile('moss', ', stack of 2')))
    await waitFor(() => expect(tiles()).toHaveLength(4))
    await waitFor(() => {
      for (const answer of answers.splice(0)) answer()
      expect(exported()).toBe('Export 8')
    })
  })

  test('is marked as a whole, said so, and the next tile is selected', async () => {
    const { user } = await renderStacks()
    await user.click(tile('moss', ', stack of 2'))
    await user.keyboard('x')
    await screen.findByText('2 images rejected')
    await waitFor(() => expect(names()[0]).toBe(named('moss', ', rejected, stack of 2')))
    expect(chosen()).toEqual([named('chair', '')])
  })

  test('is wholly selected when it comes after what was deleted', async () => {
    const { user, bridge } = await renderStacks()
    await user.click(tile('chair', ''))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(exported()).toBe('Export 5'))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(names()).toEqual([closed[0]]))
    expect(bridge.inputs('images.delete').map(({ ids }) => ids.length)).toEqual([1, 5])
  })

  test('is selected as a whole when it is closed over a selected image, so that nothing unseen is', async () => {
    const { user } = await renderStacks()
    await user.click(tile('fern', ', kept, stack of 5'))
    await user.keyboard('o')
    await waitFor(() => expect(tiles()).toHaveLength(7))
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(chosen()).toEqual([named('fern', ', 3 of 5 in the open stack')])
    await user.keyboard('o')
    await waitFor(() => expect(names()).toEqual(closed))
    await waitFor(() => expect(exported()).toBe('Export 5'))
    expect(chosen()).toEqual([closed[2]])
    await waitFor(() => expect(document.activeElement).toBe(tiles()[2]))
  })

  test('leaves only its top one selected when it is opened before the others are', async () => {
    const { user, bridge } = await renderStacks()
    let answer = () => {}
    bridge.answer(
      'gallery.select',
      () => new Promise((resolve) => (answer = () => resolve({ ids: ['x', 'y'] }))),
    )
    await user.click(tile('fern', ', kept, stack of 5'))
    await user.keyboard('o')
    await waitFor(() => expect(tiles()).toHaveLength(7))
    await act(async () => answer())
    expect(exported()).toBe('Export 1')
    expect(chosen()).toEqual([named('fern', ', kept, open stack of 5')])
  })

  test('is closed again by a second press before the list has answered, and opened again by a third', async () => {
    const { user, bridge } = await renderStacks()
    await user.click(tile('fern', ', kept, stack of 5'))
    await waitFor(() => expect(exported()).toBe('Export 5'))
    fireEvent.keyDown(tiles()[2] ?? document.body, { key: 'o' })
    fireEvent.keyDown(tiles()[2] ?? document.body, { key: 'o' })
    await waitFor(() => expect(exported()).toBe('Export 5'))
    expect(names()).toEqual(closed)
    await user.keyboard('o')
    await waitFor(() => expect(tiles()).toHaveLength(7))
    fireEvent.keyDown(tiles()[2] ?? document.body, { key: 'o' })
    fireEvent.keyDown(tiles()[2] ?? document.body, { key: 'o' })
    await waitFor(() => expect(bridge.inputs('gallery.outline').at(-1)?.stacks?.open).toHaveLength(1))
    await waitFor(() => expect(exported()).toBe('Export 1'))
    expect(tiles()).toHaveLength(7)
  })

  test('gives all its files to a copy, however soon after the click', async () => {
    const { bridge } = await renderStacks()
    bridge.answer('originals.copyFiles', ({ ids }) => ({ copied: ids.length }))
    fireEvent.click(tile('fern', ', kept, stack of 5'))
    fireEvent.keyDown(tile('fern', ', kept, stack of 5'), { key: 'c', ctrlKey: true })
    await screen.findByText('5 files copied')
  })

  test('is dragged out as a whole', async () => {
    const { bridge } = await renderStacks()
    bridge.answer('originals.prepareDrag', () => ({ drag: 1 }))
    bridge.answer('originals.drag', () => null)
    fireEvent.dragStart(tile('fern', ', kept, stack of 5'))
    await waitFor(() =>
      expect(bridge.inputs('originals.prepareDrag').map(({ ids }) => ids.length)).toEqual([5]),
    )
  })

  test('has its own words in the menu of its tile', async () => {
    const { user } = await renderStacks()
    await user.pointer({ keys: '[MouseRight]', target: tile('moss', ', stack of 2') })
    await user.click(await screen.findByRole('menuitem', { name: /^Open the stack of 2/ }))
    await waitFor(() => expect(tiles()).toHaveLength(4))
    await user.pointer({ keys: '[MouseRight]', target: tile('moss', ', 2 of 2 in the open stack') })
    await user.click(await screen.findByRole('menuitem', { name: /^Close the stack of 2/ }))
    await waitFor(() => expect(names()).toEqual(closed))
  })
})

describe('only what is seen to be selected is selected', () => {
  test('in a stack that a new try joins: the try too, if all the others are, on top or below', async () => {
    const { user, arrive } = await renderStacks()
    await user.click(tile('moss', ', stack of 2'))
    await waitFor(() => expect(exported()).toBe('Export 2'))
    await arrive('moss')
    await waitFor(() => expect(exported()).toBe('Export 3'))
    expect(chosen()).toEqual([named('moss', ', stack of 3')])
    // The next mark leads from this stack to the next tile, as before.
    await user.keyboard('x')
    await waitFor(() => expect(chosen()).toEqual([named('chair', '')]))
    await user.click(tile('fern', ', kept, stack of 5'))
    await waitFor(() => expect(exported()).toBe('Export 5'))
    await arrive('fern')
    await waitFor(() => expect(exported()).toBe('Export 6'))
    expect(chosen()).toEqual([named('fern', ', kept, stack of 6')])
  })

  test('in a stack whose image comes back once it is closed', async () => {
    const { user } = await renderStacks()
    await user.click(badge(tile('fern', ', kept, stack of 5')))
    await waitFor(() => expect(tiles()).toHaveLength(7))
    await user.click(tile('fern', ', 3 of 5 in the open stack'))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(tiles()).toHaveLength(6))
    await user.keyboard('o')
    await waitFor(() => expect(exported()).toBe('Export 4'))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(names()).toEqual(closed))
    await waitFor(() => expect(exported()).toBe('Export 5'))
    expect(chosen()).toEqual([closed[2]])
  })

  test('once the tries are stacked: nothing of a stack with one selected image, also if that comes back', async () => {
    const { user } = await renderStacks(false)
    await user.click(tiles()[7] ?? document.body)
    await toggleStacks(user)
    await waitFor(() => expect(names()).toEqual(closed))
    await waitFor(() => expect(exported()).toBeUndefined())
    await toggleStacks(user)
    await waitFor(() => expect(tiles()).toHaveLength(8))
    await user.click(tiles()[7] ?? document.body)
    await user.keyboard('{Delete}')
    await waitFor(() => expect(tiles()).toHaveLength(7))
    await toggleStacks(user)
    await waitFor(() => expect(tiles()).toHaveLength(3))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(names()).toEqual(closed))
    await screen.findByText('1 image restored')
    expect(exported()).toBeUndefined()
  })
})

describe('quick look', () => {
  test.each([true, false])('stays on the image that sinks into its stack (goes on: %s)', async (goesOn) => {
    const { user, bridge, arrive } = await renderStacks(true, { advanceAfterMark: goesOn })
    await user.click(tile('fern', ', kept, stack of 5'))
    await user.keyboard(' ')
    const look = within(await screen.findByRole('dialog'))
    await user.keyboard('x')
    await screen.findByLabelText(named('fern', ', stack of 5'))
    await user.keyboard('x')
    await waitFor(() => expect(bridge.inputs('images.mark')).toHaveLength(2))
    expect(look.getByRole('button', { name: /^Reject/ }).getAttribute('aria-pressed')).toBe('true')
    await user.keyboard('u')
    await waitFor(() => expect(bridge.inputs('images.mark')).toHaveLength(3))
    expect(look.getByRole('button', { name: /^Reject/ }).getAttribute('aria-pressed')).toBe('false')
    // The stack goes to the top of the list.
    await arrive('fern')
    await screen.findByLabelText(named('fern', ', stack of 6'))
    await user.keyboard('u')
    await waitFor(() => expect(bridge.inputs('images.mark')).toHaveLength(4))
    expect(bridge.inputs('images.mark').map(({ selection }) => selection.ids)).toEqual(
      Array(4).fill(['image4']),
    )
    await user.keyboard('{ArrowRight}u')
    await waitFor(() => expect(bridge.inputs('images.mark').at(-1)?.selection.ids).toEqual(['image8']))
  })
})
