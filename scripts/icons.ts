import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { iconFile, iconSizes, iconsFolder, resourcesFolder } from './packaging/icons.ts'

await mkdir(iconsFolder, { recursive: true })
for (const size of iconSizes) {
  // The drawing is 1024 units wide at 72 dots per inch: each size is drawn separately, not scaled from a larger one.
  await sharp(join(resourcesFolder, 'icon.svg'), { density: (72 * size) / 1024 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(iconFile(size))
}
console.log(`${iconSizes.length} icons in ${iconsFolder}`)
