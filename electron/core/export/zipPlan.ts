import { createHash, type Hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExportRecipe } from '@shared/model/exportRecipe'
import type { PlannedZipView } from '@shared/model/exportRun'
import { localDay } from '@shared/model/image'
import { slugOf } from '../library/imageName'
import type { Clock } from '../ports'
import { fileMaximum } from './destination'
import { entriesOf } from './folderEntries'
import { settingsKey } from './ledger'
import { createGivenNames } from './naming/givenNames'
import { legalName } from './naming/legalName'
import type { WantedName } from './naming/wantedName'
import { findUnchanged } from './unchangedFiles'
import type { PlannedZip, ZipLedger } from './zipLedger'

interface FileOfSet {
  readonly imageId: string
  readonly source: string
  readonly path: string
}

/** Files that are taken up in one turn of the loop. */
const filesAtOnce = 500
/** UTF-16 units of its name. */
const nameUnits = 120
/** Of one that is ours. */
const numberMaximum = 100

/**
 * The ZIP that some files become, and what would happen to it. It is written whole or not at all: not if one with the same
 * contents is there, as we left it.
 */
export async function planZip(
  { zips, clock }: { readonly zips: Pick<ZipLedger, 'of'>; readonly clock: Pick<Clock, 'now'> },
  { id, ready, name, folder, settings }: ExportRecipe,
  {
    files,
    batch,
    listed,
    isOver,
  }: {
    readonly files: readonly FileOfSet[]
    readonly batch: string
    /** What its list says of the files, beside their paths. */
    readonly listed: Hash
    /** Nobody waits for the plan any more. */
    readonly isOver: () => boolean
  },
): Promise<{ readonly zip: PlannedZip; readonly view: PlannedZipView }> {
  const { images, contents } = await digestsOf(
    files,
    `${settingsKey(settings)} ${settings.manifest} ${listed.digest('hex')}`,
  )
  const maximum = folder === null ? null : await fileMaximum(folder)
  const given = (path: string, fate: PlannedZipView['fate']) => ({
    zip: { path, images, contents, replaces: fate === 'replaces' },
    view: { path, fate, isNamedByBatch: batch !== '', maximum },
  })
  const known = folder === null ? [] : zips.of({ recipeId: id, folder }, images)
  const left = folder === null ? new Map() : await findUnchanged(folder, known, { isOver })
  const there = known.filter((entry) => left.has(entry))
  const same = settings.onlyNew && there.find((one) => one.contents === contents)
  if (same) return given(same.path, 'there')

  const wanted = wantedZip(`${slugOf(batch || name || (ready ?? ''))}-${localDay(clock.now())}`)
  const names = createGivenNames()
  names.note('', [])
  if (folder !== null) for await (const some of entriesOf(folder)) names.note('', some)
  if (settings.existing === 'skip' && names.takenBy(wanted) === 'there')
    return given(wanted.numbered(1), 'skipped')
  const numbered = Array.from({ length: numberMaximum }, (_, at) => wanted.numbered(at + 1))
  const own =
    settings.existing === 'replace' ? there.find(({ path }) => numbered.includes(path))?.path : undefined
  for (;;) {
    const found = names.give(wanted, own)
    if (found !== null)
      return given(found.path, found.replaces ? 'replaces' : found.taken === 'no' ? 'new' : 'numbered')
    await nextTurn()
  }
}

/** What a ZIP says about a file, in bytes: twice its name, with its time. */
export const zipBytesOf = (path: string): number => 94 + 2 * Buffer.byteLength(path)

async function digestsOf(files: readonly FileOfSet[], settings: string) {
  const images = createHash('sha256')
  const contents = createHash('sha256').update(settings)
  for (let from = 0; from < files.length; from += filesAtOnce) {
    for (const { imageId, source, path } of files.slice(from, from + filesAtOnce)) {
      images.update(`${imageId}\n`)
      contents.update(`${imageId} ${source} ${path}\n`)
    }
    await nextTurn()
  }
  return { images: images.digest('hex'), contents: contents.digest('hex') }
}

const wantedZip = (words: string): WantedName => ({
  folders: [],
  index: null,
  numbered: (number) => legalName(words, number === 1 ? '.zip' : ` (${number}).zip`, nameUnits),
})
