import { appOrigin } from './schemes'

/** What the window shows. */
export interface Page {
  readonly url: string
  /** As `WebFrameMain.origin` has it. */
  readonly origin: string
}

/** Our own page, or the dev server's if its URL is given. */
export function findPage(devServer: string | undefined): Page {
  if (devServer === undefined) return { url: `${appOrigin}/`, origin: appOrigin }
  const { href, origin } = new URL(devServer)
  return { url: href, origin }
}
