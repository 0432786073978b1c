import { act, fireEvent, type RenderResult, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ToastBar } from '../../../renderer/ui/ToastBar'

const done = vi.fn()
let shown: RenderResult

beforeEach(() => {
  done.mockClear()
  shown = render(
    <ToastBar duration={10_000} onDone={done} action={<button type="button">Cancel batch</button>}>
      12 queued
    </ToastBar>,
  )
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

describe('the bar after Generate', () => {
  test('gives the focus back to what had it', () => {
    render(<button type="button">Generate</button>)
    const generate = screen.getByRole('button', { name: 'Generate' })
    act(() => generate.focus())
    act(() => screen.getByRole('button', { name: 'Cancel batch' }).focus())
    shown.unmount()
    expect(document.activeElement).toBe(generate)
  })

  test('goes after its time', () => {
    pass(9_999)
    expect(done).not.toHaveBeenCalled()
    pass(1)
    expect(done).toHaveBeenCalledOnce()
  })

  test('stays while the pointer is over it', () => {
    fireEvent.pointerEnter(screen.getByRole('group'))
    pass(60_000)
    expect(done).not.toHaveBeenCalled()
    fireEvent.pointerLeave(screen.getByRole('group'))
    pass(10_000)
    expect(done).toHaveBeenCalledOnce()
  })

  test('stays while its button has the focus', () => {
    act(() => screen.getByRole('button').focus())
    pass(60_000)
    expect(done).not.toHaveBeenCalled()
    act(() => screen.getByRole('button').blur())
    pass(10_000)
    expect(done).toHaveBeenCalledOnce()
  })
})
