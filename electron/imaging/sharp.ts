import Module from 'node:module'
import { refuseNativeSharp } from '@shared/processes/sharpBuild'
import type Sharp from 'sharp'

export type SharpModule = typeof Sharp

async function load(): Promise<SharpModule> {
  if (process.platform === 'linux' && process.versions.electron) refuseNativeSharp(Module)
  const { default: sharp } = await import('sharp')
  // Each file is read once; a cache would only use memory, and on Windows it would keep files from being moved.
  sharp.cache(false)
  return sharp
}

/** Loads sharp on first use: that takes up to a second, and `ready` must not wait for it. */
export function createSharpLoader(): () => Promise<SharpModule> {
  let loading: Promise<SharpModule> | null = null
  return () => {
    loading ??= load()
    return loading
  }
}
