import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppFailure, appError, type ErrorCode } from '@shared/errors'
import { isLeft } from '@shared/model/leftFile'
import type { MovePlan } from '@shared/model/libraryMove'
import { lstat, realpath, rm, stat, statfs, writeFile } from '../../drive'
import { isInside } from '../../insidePath'
import type { Places } from '../../ports'
import { isDiskFull, systemCode } from '../../systemCode'
import { silence } from '../folderGates'
import { isAbsence, isBelowLibrary } from '../libraryFolders'
import type { LibraryGround } from '../libraryGround'
import type { MovableImage } from '../moveRows'
import { isOfProfile } from '../profileFolders'
import { silent, type Whereabouts } from './whereabouts'

/** Finds out what a move to a folder would do, and whether it can be done. Nothing is changed. */
export interface MovePlanning {
  /** Throws AppFailure `libraryFolderOwn`, or one of those that begin with `move`. */
  plan(source: string, target: string): Promise<Omit<MovePlan, 'plan'>>
}

/** How many files to look for before others get their turn. */
const filesAtOnce = 200

type MovePlanningDeps = Pick<LibraryGround, 'rows' | 'folders' | 'gates' | 'reserve' | 'profiles'> & {
  readonly whereabouts: Whereabouts
  readonly places: Pick<Places, 'profile'>
}

export function createMovePlanning(deps: MovePlanningDeps): MovePlanning {
  const { rows, folders, whereabouts, gates, reserve, places, profiles } = deps

  async function ask<T>(folder: string, work: () => Promise<T>): Promise<T> {
    const answer = await gates.ask(folder, work, { isNeeded: true })
    if (answer === silence) throw new AppFailure(silent(folder))
    return answer
  }

  /** Refuses folders of which one is in the other, however they are reached. */
  async function refuseNested(source: string, target: string): Promise<void> {
    const real = await ask(target, () => realpath(target).catch(() => null))
    if (real === null) throw refusal('moveTargetUnwritable', target)
    for (const folder of new Set([source, ...folders.all()])) {
      // One that isn't there has nothing in it.
      const known = await gates.ask(folder, () => realpath(folder).catch(() => null))
      if (known === silence || known === null) continue
      if (known === real && folder === source) throw refusal('moveSameFolder', target)
      if (known !== real && (isInside(known, real) || isInside(real, known)))
        throw refusal('moveNested', target)
    }
    if (await ask(target, () => isBelowLibrary(real))) throw refusal('moveNested', target)
  }

  /** Whether the target accepts files, and isn't the source by another name. */
  async function tryOut(source: string, target: string): Promise<void> {
    const name = `.cyanotype-${randomBytes(8).toString('hex')}`
    const probe = join(target, name)
    try {
      await ask(target, () => writeFile(probe, 'probe', { flag: 'wx' }))
      const isSame = await ask(source, () =>
        lstat(join(source, name)).then(
          () => true,
          () => false,
        ),
      )
      if (isSame) throw refusal('moveSameFolder', target)
    } catch (problem) {
      if (problem instanceof AppFailure) throw problem
      const cause = systemCode(problem)
      // Once it is known how much is needed, that is said.
      if (isDiskFull(cause)) return
      throw refusal('moveTargetUnwritable', target, { cause: cause ?? 'unknown' })
    } finally {
      await gates.ask(target, () => rm(probe, { force: true })).catch(() => undefined)
    }
  }

  async function sizeIn(source: string, { file }: MovableImage): Promise<number | null> {
    if (isLeft(file)) return null
    try {
      const found = await lstat(folders.path(source, file))
      return found.isFile() ? found.size : null
    } catch (problem) {
      if (isAbsence(problem)) return null
      throw problem
    }
  }

  async function count(source: string): Promise<{ readonly images: number; readonly bytes: number }> {
    let images = 0
    let bytes = 0
    for (let after = 0; ; ) {
      const some = rows.imagesAfter(after, filesAtOnce)
      const last = some.at(-1)
      if (last === undefined) return { images, bytes }
      after = last.number
      for (const size of await ask(source, () => Promise.all(some.map((image) => sizeIn(source, image)))))
        if (size !== null) {
          images += 1
          bytes += size
        }
      await nextTurn()
    }
  }

  async function refuseFull(source: string, target: string, bytes: number): Promise<void> {
    const devices = await Promise.all([source, target].map((folder) => ask(folder, () => stat(folder))))
    // On one disk each file only gets a second name.
    if (devices[0]?.dev === devices[1]?.dev) return
    const { bavail, bsize } = await ask(target, () => statfs(target))
    if (bavail * bsize < bytes + reserve())
      throw new AppFailure(
        appError('moveNoRoom', {
          params: { folder: target, needed: bytes + reserve(), free: bavail * bsize },
          retry: 'free',
        }),
      )
  }

  return {
    async plan(source, target) {
      const away = await whereabouts.ofSource(source)
      if (away !== null) throw new AppFailure(away)
      await refuseNested(source, target)
      if (await ask(target, () => isOfProfile(target, places.profile)))
        throw refusal('libraryFolderOwn', target)
      await tryOut(source, target)
      const counted = await count(source)
      if (counted.images === 0) throw refusal('moveNothing', source)
      await refuseFull(source, target, counted.bytes)
      const isShared = await ask(source, () => profiles.hasOthers(source))
      return { source, target, ...counted, isShared }
    },
  }
}

const refusal = (
  code: ErrorCode,
  folder: string,
  detail: { readonly cause: string } | null = null,
): AppFailure => new AppFailure(appError(code, { params: { folder }, retry: 'free', detail }))
