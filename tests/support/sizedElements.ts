import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { giveSize } from './galleryStandIn'

/** In every test of the file each element has this size, in pixels; what a test rendered goes at its end. */
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
