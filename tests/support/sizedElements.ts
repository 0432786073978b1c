import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { giveSize } from './galleryStandIn'

/** Gives each element this size, in pixels, in every test of the file; cleans up after each. */
export function sizedElements(width: number, height: number): void {
  let restore = (): void => {}
  beforeEach(() => {
    restore = giveSize(width, height)
  })
  afterEach(() => {
    cleanup()
    restore()
  })
}
