import Module, { createRequire } from 'node:module'
import { refuseNativeSharp } from '@shared/processes/sharpBuild'
import { expect, it, onTestFinished } from 'vitest'

it('makes sharp take its WebAssembly build where the native one is installed too', async () => {
  const before: unknown = Reflect.get(Module, '_resolveFilename')
  onTestFinished(() => void Reflect.set(Module, '_resolveFilename', before))
  refuseNativeSharp(Module)
  const { default: sharp } = await import('sharp')
  expect(sharp.versions).toHaveProperty('emscripten')
  const require = createRequire(import.meta.url)
  expect(() => require.resolve('@img/sharp-linux-x64/sharp.node')).toThrow('not used within Electron')
  expect(require.resolve('sharp')).toContain('sharp')
})
