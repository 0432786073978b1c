import { isMoveOver } from '@shared/model/libraryMove'
import type { Changes } from '../../changes'
import type { Database } from '../../db/database'
import type { Guard } from '../../guard'
import type { Clock, Logger, Places } from '../../ports'
import type { StartRecord } from '../../startRecord'
import { createDriveTurns } from '../driveTurns'
import type { Imaging } from '../imaging'
import type { LibraryGround } from '../libraryGround'
import { createAskingAgain, type FetchAgain } from './askingAgain'
import { createChangedPictures } from './changedPictures'
import { createUpkeep, type Upkeep } from './createUpkeep'
import { createFreeFiles } from './freeFiles'
import { createLeftCheck, type LeftCheck } from './leftCheck'
import { createLibraryCheck } from './libraryCheck'
import { createLibraryFiles } from './libraryFiles'
import { createRebuilding } from './rebuilding'
import { createRecordFiles } from './recordFiles'
import { createRestoring } from './restoring'
import { createUnrowedFiles } from './unrowedFiles'
import { createUpkeepRows, type FileState } from './upkeepRows'

/** The care of the library, put together. */
export function openUpkeep(deps: {
  readonly ground: LibraryGround
  readonly db: Database
  readonly changes: Pick<Changes, 'announce' | 'subscribe'>
  readonly imaging: Pick<Imaging, 'inspect'>
  readonly fetchAgain: FetchAgain
  readonly clock: Clock
  readonly places: Pick<Places, 'profile'>
  readonly guard: Pick<Guard, 'run'>
  readonly starts: Pick<StartRecord, 'isLeftOut' | 'during'>
  readonly logger: Logger
}): Upkeep & { readonly checkLeft: LeftCheck } {
  const { ground, changes } = deps
  const { gallery, folders, pictures: thumbnails, recordAgain } = ground
  const onImages = () => changes.announce('gallery')
  const rows = createUpkeepRows(deps.db)
  const reading = { clock: deps.clock, gates: ground.gates, places: deps.places }
  const files = createLibraryFiles({ ...reading, digests: ground.digests })
  const free = createFreeFiles({ rows, images: gallery.rows, files, isBeingPlaced: ground.isBeingPlaced })
  const pictures = createChangedPictures({
    ...deps,
    ...{ rows, folders, thumbnails },
    onRepainted(number) {
      gallery.repainted(number)
      onImages()
    },
  })
  function onWritten(states: readonly Pick<FileState, 'number' | 'outside'>[]): void {
    if (gallery.outside.note(states)) onImages()
  }
  const asking = createAskingAgain({ ...deps, rows, onWritten, renewPictures: pictures.renew })
  const stopping = new AbortController()
  const checkLeft = createLeftCheck({ rows, files, onWritten, signal: stopping.signal })
  const libraryCheck = createLibraryCheck({
    ...{ rows, files, free, folders, pictures },
    onWritten,
    onRelinked() {
      onImages()
      recordAgain()
    },
  })
  const isExpected = (jobId: string, index: number) =>
    ground.isBeingPlaced(jobId, index) || ground.isAwaited(jobId, index)
  const records = createRecordFiles({ files, gates: ground.gates, inTurns: createDriveTurns(reading) })
  const rebuilding = createRebuilding({
    ...{ rows, files, records, folders, isExpected },
    ...{ clock: deps.clock, onShown: ground.onRestored },
    renewPictures: pictures.renew,
    unrowed: createUnrowedFiles({ rows, files, free, records, folders }),
    restoring: createRestoring({
      ...{ ...deps, rows, images: gallery.rows, isExpected },
      onRestored(restored) {
        gallery.outside.note(restored.filter(({ outside }) => outside !== null))
        if (restored.some(({ isRecorded }) => !isRecorded)) recordAgain()
      },
    }),
  })
  const onChange = () => changes.announce('upkeep')
  function isMoving(): boolean {
    const move = ground.rows.current()
    return move !== null && !isMoveOver(move.step)
  }
  const upkeep = createUpkeep({
    ...{ ...deps, libraryCheck, rebuilding, folders, asking, totals: rows.totals },
    tidied: ground.tidied,
    isMoving,
    onChange,
  })
  // A check that is under way doesn't know of the new folder: what was moved there would be missing.
  const forget = changes.subscribe((kind) => {
    if (kind === 'move' && isMoving()) upkeep.cancel()
  })
  return {
    ...upkeep,
    checkLeft,
    stop() {
      stopping.abort()
      forget()
      return upkeep.stop()
    },
  }
}
