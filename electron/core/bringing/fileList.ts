import { join } from 'node:path'
import { type BringingProblem, bringingMaximum } from '@shared/model/bringing'
import { SourceFailure, type Sources } from './sources'

/** A file that was chosen, or that is in a chosen folder. */
export interface ListedFile {
  readonly path: string
  /** Null if it may be an image. */
  readonly problem: BringingProblem | null
}

/**
 * The files at some paths and in their folders, each folder in the order of its names. Hidden ones are passed over, so
 * what a library keeps for itself isn't looked at; nor is the `profile`, whose path is absolute. A link inside a folder
 * isn't followed. At most `bringingMaximum`.
 */
export async function* listFiles(
  sources: Pick<Sources, 'real' | 'kind' | 'within'>,
  paths: readonly string[],
  profile: string,
): AsyncGenerator<ListedFile> {
  let listed = 0
  const own = await sources.real(profile).catch(() => profile)
  const waiting = [...paths].reverse().map((path) => ({ path, isChosen: true }))
  for (let next = waiting.pop(); next !== undefined && listed < bringingMaximum; next = waiting.pop()) {
    const { path, isChosen } = next
    try {
      const real = isChosen ? await sources.real(path) : path
      const kind = await sources.kind(real)
      if (real === own) continue
      if (kind === 'folder') {
        const names: string[] = []
        for await (const name of sources.within(real)) {
          if (!name.startsWith('.')) names.push(name)
          if (names.length >= bringingMaximum) break
        }
        for (const name of names.sort().reverse()) waiting.push({ path: join(real, name), isChosen: false })
        continue
      }
      listed++
      yield { path: real, problem: kind === 'file' ? null : kind === 'link' ? 'link' : 'notAnImage' }
    } catch (problem) {
      if (!(problem instanceof SourceFailure)) throw problem
      listed++
      yield { path, problem: problem.problem }
    }
  }
}
