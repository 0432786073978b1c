import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Dialog } from '../../../renderer/ui/Dialog'
import { TooltipGround } from '../../../renderer/ui/Tooltip'

/** A timer may come frames later, and keys pressed until then would go nowhere. */
test('a dialog that closes gives the focus back at once, not by a timer', async () => {
  render(<button type="button">Generate</button>)
  const generate = screen.getByRole('button', { name: 'Generate' })
  act(() => generate.focus())
  const dialog = render(
    <TooltipGround>
      <Dialog title="Queue 200 requests?" closeLabel="Close" onClose={() => {}}>
        They cost 200 credits.
      </Dialog>
    </TooltipGround>,
  )
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
  await act(async () => dialog.unmount())
  expect(document.activeElement).toBe(generate)
})
