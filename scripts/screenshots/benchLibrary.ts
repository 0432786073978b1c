import { execFileSync } from 'node:child_process'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../project.ts'

const benchFolder = join(projectRoot, '.cache/bench')

/** A profile with the library that the bench made and keeps, in a folder of its own. Throws if there is none. */
export async function copyBenchLibrary(images: number): Promise<string> {
  const made = await readdir(benchFolder).catch(() => [])
  const kept = made.filter((name) => new RegExp(`^library-\\d+-${images}$`).test(name)).at(-1)
  if (kept === undefined)
    throw new Error(`There is no library of ${images} images yet: npm run bench -- gallery makes it.`)
  const profile = await mkdtemp(join(benchFolder, 'scene-'))
  // The app replaces files and never writes into them: only the database has to be a file of its own.
  execFileSync('cp', ['-al', `${join(benchFolder, kept)}/.`, profile])
  await rm(join(profile, 'cyanotype.db'))
  await copyFile(join(benchFolder, kept, 'cyanotype.db'), join(profile, 'cyanotype.db'))
  return profile
}
