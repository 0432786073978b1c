import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { linkProfile } from '../linkProfile.ts'
import { projectRoot } from '../project.ts'

const benchFolder = join(projectRoot, '.cache/bench')

/** A profile with the library that the bench made and keeps, in a folder of its own. Throws if there is none. */
export async function copyBenchLibrary(images: number): Promise<string> {
  const made = await readdir(benchFolder).catch(() => [])
  const kept = made.filter((name) => new RegExp(`^library-\\d+-${images}$`).test(name)).at(-1)
  if (kept === undefined)
    throw new Error(`There is no library of ${images} images yet: npm run bench -- gallery makes it.`)
  const profile = await mkdtemp(join(benchFolder, 'scene-'))
  await linkProfile(join(benchFolder, kept), profile)
  return profile
}
