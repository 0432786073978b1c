/** Begins a program that is run in this folder: `sharp` is the build that the app uses, without its cache. */
export const appSharp = `
  const Module = require('node:module')
  const resolve = Module._resolveFilename
  Module._resolveFilename = function (request, ...rest) {
    if (/^@img\\/sharp-(libvips-)?linux/.test(request))
      throw Object.assign(new Error(request), { code: 'MODULE_NOT_FOUND' })
    return resolve.call(this, request, ...rest)
  }
  const sharp = Module.createRequire(process.cwd() + '/')('sharp')
  sharp.cache(false)`
