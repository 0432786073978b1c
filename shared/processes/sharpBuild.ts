const nativeBuilds = /^@img\/sharp-(libvips-)?linux/

/**
 * Makes Node's module loader (pass it the default export of `node:module`) find no native build of sharp for Linux, so
 * that sharp takes its WebAssembly build. Call it before sharp is imported.
 *
 * Electron's own GLib and the one inside the native build conflict within one process: it logs errors and can crash
 * (electron#46323). sharp takes the native build whenever both are installed, as they are in a checkout; packages leave
 * it out.
 */
export function refuseNativeSharp(loader: object): void {
  const resolve: unknown = Reflect.get(loader, '_resolveFilename')
  if (typeof resolve !== 'function') throw new Error('the module loader has no _resolveFilename')
  Reflect.set(loader, '_resolveFilename', function (this: unknown, request: unknown, ...rest: unknown[]) {
    if (typeof request === 'string' && nativeBuilds.test(request))
      throw Object.assign(new Error(`${request} is not used within Electron`), { code: 'MODULE_NOT_FOUND' })
    return Reflect.apply(resolve, this, [request, ...rest])
  })
}
