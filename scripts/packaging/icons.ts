import { join } from 'node:path'
import { projectRoot } from '../project.ts'

export const resourcesFolder = join(projectRoot, 'resources')
export const iconsFolder = join(resourcesFolder, 'icons')

/** Pixels per side. */
export const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const

export function iconFile(size: (typeof iconSizes)[number]): string {
  return join(iconsFolder, `${size}.png`)
}
