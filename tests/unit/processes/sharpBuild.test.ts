import Module from 'node:module'
import { refuseNativeSharp } from '@shared/processes/sharpBuild'
import { expect, onTestFinished, test } from 'vitest'

test('makes sharp use its WebAssembly build where the native one is installed too', async () => {
  const before: unknown = Reflect.get(Module, '_resolveFilename')
  onTestFinished(() => void Reflect.set(Module, '_resolveFilename', before))
  refuseNativeSharp(Module)
  const { default: sharp } = await import('sharp')
  expect(sharp.versions).toHaveProperty('emscripten')
})

test('lets the loader find everything else', () => {
  const loader = { _resolveFilename: (request: string, parent: string) => `${parent}/${request}` }
  refuseNativeSharp(loader)
  expect(loader._resolveFilename('@img/sharp-wasm32', 'here')).toBe('here/@img/sharp-wasm32')
  for (const native of ['@img/sharp-linux-x64/sharp.node', '@img/sharp-libvips-linuxmusl-arm64/package'])
    expect(() => loader._resolveFilename(native, 'here')).toThrow('not used within Electron')
})
