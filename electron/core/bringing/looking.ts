import { basename } from 'node:path'
import { AppFailure, type ErrorCode } from '@shared/errors'
import {
  type Bringing,
  type BringingProblem,
  bringingMaximum,
  namedMaximum,
  type Unbrought,
} from '@shared/model/bringing'
import type { Imaging } from '../library/imaging'
import type { Library } from '../library/library'
import type { Places } from '../ports'
import { isFileProblem } from '../storageProblem'
import { listFiles } from './fileList'
import { SourceFailure, type Sources } from './sources'

/** What was found out about the files that were chosen. */
export interface Looked {
  readonly view: Extract<Bringing, { readonly stage: 'looked' }>
  /** Of the images. */
  readonly paths: readonly string[]
}

export interface LookingDeps {
  readonly sources: Sources
  readonly imaging: Pick<Imaging, 'provenance'>
  readonly library: Pick<Library, 'copies'>
  readonly places: Pick<Places, 'profile'>
}

/** Errors of the imaging process that say something about the file. */
const problems: ReadonlyMap<ErrorCode, BringingProblem> = new Map([
  ['imageNotAnImage', 'notAnImage'],
  ['imageUndecodable', 'damaged'],
  ['imageLost', 'gone'],
  ['imageSlow', 'undecodable'],
  ['decoderEnded', 'undecodable'],
])

/** What a failure says about a file; null if it says nothing about it. */
export function problemOf(failure: unknown): BringingProblem | null {
  if (failure instanceof SourceFailure) return failure.problem
  return failure instanceof AppFailure ? (problems.get(failure.error.code) ?? null) : null
}

/** Looks at each file, by its content, whatever its name. Copies nothing. Null once it is aborted. */
export async function lookAt(
  { sources, imaging, library, places }: LookingDeps,
  paths: readonly string[],
  options: { readonly onProgress: (files: number) => void; readonly signal: AbortSignal },
): Promise<Looked | null> {
  const { onProgress, signal } = options
  const images: string[] = []
  let [files, bytes, prompts, known] = [0, 0, 0, 0]
  let unread: Unbrought = { count: 0, named: [] }

  const leaveOut = (path: string, problem: BringingProblem): void => {
    unread = withUnbrought(unread, { name: basename(path), problem })
  }

  async function look(path: string): Promise<void> {
    const { prompt } = await imaging.provenance(path)
    const size = await sources.size(path)
    const { copies } = library
    if (copies.hasSize(size) && (await copies.find(await sources.read(path))) === 'there') {
      known++
      return
    }
    images.push(path)
    bytes += size
    if (prompt !== null) prompts++
  }

  for await (const { path, problem } of listFiles(sources, paths, places.profile)) {
    if (signal.aborted) return null
    if (problem !== null) leaveOut(path, problem)
    else
      await look(path).catch((failure: unknown) => {
        const isExpected = failure instanceof AppFailure || isFileProblem(failure)
        const found = problemOf(failure) ?? (isExpected || signal.aborted ? 'unreadable' : null)
        if (found === null) throw failure
        leaveOut(path, found)
      })
    onProgress(++files)
  }
  if (signal.aborted) return null
  const isCut = files >= bringingMaximum
  return {
    view: { stage: 'looked', images: images.length, bytes, prompts, known, unread, isCut },
    paths: images,
  }
}

function withUnbrought({ count, named }: Unbrought, one: Unbrought['named'][number]): Unbrought {
  return { count: count + 1, named: count < namedMaximum ? [...named, one] : named }
}
