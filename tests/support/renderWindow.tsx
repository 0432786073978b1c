import type { AppSnapshot } from '@shared/model/app'
import { render, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { App } from '../../renderer/app/App'
import { createClient } from '../../renderer/client/client'
import { TextProvider } from '../../renderer/parts/useTranslation'
import { createText } from '../../renderer/text/i18n'
import { createMainStandIn, type MainStandIn } from './mainStandIn'
import { createUser } from './windowClock'

export interface RenderedWindow extends MainStandIn {
  readonly user: UserEvent
}

/** Shows the whole window on top of a stand-in main process, and waits until it is up. */
export async function renderWindow(main: Partial<AppSnapshot> | MainStandIn = {}): Promise<RenderedWindow> {
  const standIn = 'bridge' in main ? main : createMainStandIn(main)
  const user = createUser()
  render(
    <TextProvider text={createText()}>
      <App client={createClient(standIn.bridge)} />
    </TextProvider>,
  )
  await screen.findByRole('banner')
  await waitFor(() => expect(document.querySelector('main[aria-busy=true]')).toBe(null))
  return { ...standIn, user }
}
