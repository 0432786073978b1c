import type { CustomScheme } from 'electron'

/**
 * Our URLs: `app://cyanotype/…` is the window's page; `cyanotype://thumb/<id>` and `cyanotype://image/<id>` are pixels.
 */
export const scheme = { app: 'app', appHost: 'cyanotype', image: 'cyanotype' } as const

/** As `WebFrameMain.origin` has it. */
export const appOrigin = `${scheme.app}://${scheme.appHost}`

export const schemePrivileges: readonly CustomScheme[] = [
  {
    scheme: scheme.app,
    privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
  },
  {
    scheme: scheme.image,
    privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true },
  },
]
