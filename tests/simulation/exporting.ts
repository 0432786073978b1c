import { parse } from 'node:path'
import type { RouteOutput } from '@shared/ipc/contract'
import { sidecarNames, type TakenChoice } from '@shared/model/exportRecipe'
import type { ExportAction } from '@shared/model/exportRun'
import { exportFolder } from './desktop'
import type { Disk } from './disk'
import { touch } from './fileTree'
import { look } from './openDatabase'
import { sha256Of } from './picture'
import type { Press } from './undoing'
import type { World } from './world'

/** The user exports originals into a folder in which others keep files too. */
export interface Exporting {
  begin(): void
  act(): void
  /** Somebody saves or changes a file in that folder. */
  saveOther(): void
  /** Lets an export go on to its end. */
  clearUp(): void
  /** Looks at how it ended. */
  look(): void
  /** The app lost all that it knew. */
  forget(): void
  /** What must hold once the world was kind for long. */
  check(): void
}

/** An export that the user began. */
interface Begun {
  /** The sha256 of each image that was chosen. */
  readonly chosen: ReadonlySet<string>
  /** Paths inside the folder that were shown before anything was written. */
  readonly names: readonly string[]
  readonly files: number
  /** It was said that so many of them wouldn't be written, though they aren't there. */
  readonly leftOut: number
  readonly isZip: boolean
  /** What was there before it began: sha256 by path. */
  readonly before: ReadonlyMap<string, string>
  /** How it was said to have ended, when the user looked last; null if it hadn't, or nobody looked. */
  told: Extract<RouteOutput<'exports.current'>, { stage: 'ended' }> | null
  /** Its beginning was answered: the app may have ended before that. */
  isSure: boolean
  /** The user ended it, or put its result away. */
  isOver: boolean
}

const recipeId = 'originals'
/** So few that the plan shows each name. */
const imagesAtMost = 8

export function createExporting(
  world: World,
  disk: Pick<Disk, 'entries' | 'add' | 'volumeOf' | 'syncFolder' | 'callMs'>,
  press: Press,
): Exporting {
  const { random } = world
  const begun: Begun[] = []
  /** Files that are not the app's, or not any more, by path. */
  const others = new Map<string, Buffer>()
  /** Of these, files that the app wrote. */
  const changed = new Set<string>()
  /** What was in those, by sha256. */
  const lost = new Set<string>()
  /** Half-written files of exports that nobody knows any more. */
  const ownerless = new Set<string>()
  let edits = 0
  /** What the recipe was made last: another press may come before the plan of an earlier one. */
  let saved: { readonly existing: TakenChoice } | null = null

  function hear(run: RouteOutput<'exports.current'>): void {
    const last = begun.at(-1)
    if (last?.isSure !== true) return
    last.told = run?.stage === 'ended' ? run : null
    if (last.told !== null) checkFailed(last, last.told)
  }

  const exported = (): readonly string[] =>
    [...disk.entries].flatMap(([path, { kind }]) =>
      path.startsWith(`${exportFolder}/`) && kind === 'file' && !isTrace(path) ? [path] : [],
    )

  /** An empty trial of the folder: nothing says whose it is. */
  const isProbe = (path: string): boolean => /\/\.cyanotype-[0-9a-f]{16}$/.test(path)

  const traces = (): readonly string[] =>
    [...disk.entries.keys()].filter((path) => path.startsWith(`${exportFolder}/`) && isTrace(path))

  const shasNow = (): ReadonlyMap<string, string> =>
    new Map(exported().map((path) => [path, sha256Of(disk.entries.get(path)?.bytes ?? Buffer.alloc(0))]))

  /**
   * What was told as failed isn't there, unless it was before. If the original is lost after a kill, nothing tells what
   * was written by then.
   */
  function checkFailed({ chosen, before, isZip }: Begun, { named }: NonNullable<Begun['told']>): void {
    const now = shasNow()
    for (const { path: name, error } of isZip ? [] : named) {
      if (error.code === 'imageLost') continue
      const path = `${exportFolder}/${name}`
      const sha256 = now.get(path) ?? ''
      if (chosen.has(sha256) && before.get(path) !== sha256)
        world.fault(`${path} is told as failed, and is there as a whole`)
    }
  }

  /** An edit may leave the length as it was, and some programs hide it behind the old time. */
  function put(path: string): void {
    world.tell(`somebody saves ${path}`)
    const known = disk.entries.get(path)
    const inode = known ?? disk.add(path, 'file', 0o644)
    const text = `of somebody else ${++edits} `
    if (known !== undefined) {
      changed.add(path)
      lost.add(sha256Of(known.bytes))
    }
    const keepsLength = known !== undefined && random.chance(0.5)
    inode.bytes = keepsLength ? Buffer.alloc(known.bytes.length, text) : Buffer.from(text)
    inode.durable = inode.bytes
    inode.isDirty = false
    if (!keepsLength || random.chance(0.5)) inode.changedAt = world.now()
    touch(inode)
    for (const folder of [exportFolder, parse(path).dir]) disk.syncFolder(folder)
    others.set(path, inode.bytes)
  }

  function putNew(endings: readonly [string, ...string[]]): void {
    const path = `${exportFolder}/${random.pick(['1', '2', '3', 'same'])}.${random.pick(endings)}`
    if (!disk.entries.has(path)) put(path)
  }

  /**
   * Whether somebody may save files there: not while a call to it may be on its way, for the moment between a last look and
   * a rename is the app's.
   */
  function isCalm(): boolean {
    const volume = disk.volumeOf(exportFolder)
    return volume?.state === 'well' && !volume.madeWait && disk.callMs === 0
  }

  /** Somebody takes a name after it was planned, or edits what may be about to be replaced. */
  function interfere([name = '']: readonly string[]): void {
    const path = `${exportFolder}/${name}`
    if (disk.entries.has(parse(path).dir) && random.chance(0.3) && isCalm() && !isTrace(path)) put(path)
  }

  const stemOf = (name: string): string => `${parse(name).dir}/${parse(name).name}`

  /** Photos whose cameras wrote them, and what is said of which is in a file beside them. */
  const photos = (): readonly string[] =>
    [...others.keys()].flatMap((path) => (path.endsWith('.CR2') ? [path.slice(exportFolder.length + 1)] : []))

  /**
   * Each description is to have a name of its own: by a stem, those of images that differ only in their endings meet, and
   * programs take one for that of a photo of others.
   */
  function checkSidecars(names: readonly string[], known: readonly string[]): void {
    const stems = names.map(stemOf)
    const taken = known.map(stemOf).find((stem) => stems.includes(stem))
    if (taken !== undefined)
      world.fault(`${taken}.xmp would be of an image, and beside a photo of somebody else`)
    if (new Set(stems).size < stems.length)
      world.fault(`two images would share one .xmp: ${names.join(', ')}`)
  }

  /** `isByStem`: whether the recipe names descriptions by stems, for all that is known once there is a plan. */
  function plan(isZip: boolean, isByStem: () => boolean): void {
    const images = look<{ id: string; sha256: string }>(
      'SELECT id, sha256 FROM images WHERE deleted_at IS NULL ORDER BY id',
    ).filter(() => random.chance(0.8))
    const some = images.slice(0, imagesAtMost)
    const into = random.chance(0.5) ? {} : { into: isZip ? ('zip' as const) : ('folder' as const) }
    const input = { what: { images: { ids: some.map(({ id }) => id) } }, recipeId, ...into }
    if (some.length === 0) return
    // What a drive doesn't list nobody can plan for.
    const known = isZip || saved?.existing === 'replace' || !isCalm() ? [] : photos()
    press('plans an export', 'exports.plan', input, (planned) => {
      const { plan, names, files } = planned
      if (isByStem()) checkSidecars(names, known)
      if (files === 0) return
      const before = shasNow()
      interfere(names)
      // What was deleted before the plan was made is in none.
      const there = new Set(
        look<{ id: string }>('SELECT id FROM images WHERE deleted_at IS NULL').map(({ id }) => id),
      )
      const chosen = new Set(some.filter(({ id }) => there.has(id)).map(({ sha256 }) => sha256))
      const one: Begun = {
        ...{ chosen, names, files, isZip, before },
        leftOut: planned.skipped + planned.unwritable.reduce((sum, { count }) => sum + count, 0),
        ...{ told: null, isSure: false, isOver: false },
      }
      begun.push(one)
      press(
        `begins to export ${files} files`,
        'exports.begin',
        { plans: [plan] },
        () => {
          one.isSure = true
        },
        () => void begun.splice(begun.indexOf(one), 1),
      )
    })
  }

  /** Of those that are in a library. */
  function originalsOf(shas: ReadonlySet<string>): ReadonlyMap<string, Buffer> {
    const found = new Map<string, Buffer>()
    for (const [path, { bytes }] of disk.entries) {
      const sha256 = /^\/world\/library\d?\/\d{4}\//.test(path) ? sha256Of(bytes) : ''
      if (shas.has(sha256)) found.set(sha256, bytes)
    }
    return found
  }

  /** Under its name, or that with a number if somebody took it. */
  function isThere(name: string, shas: ReadonlySet<string>): boolean {
    const { dir, name: stem, ext } = parse(`${exportFolder}/${name}`)
    const numbered = [2, 3, 4, 5, 6].map((number) => `${dir}/${stem} (${number})${ext}`)
    return [`${exportFolder}/${name}`, ...numbered].some((path) => {
      const inode = disk.entries.get(path)
      return inode !== undefined && (shas.has(sha256Of(inode.bytes)) || changed.has(path))
    })
  }

  /** What a kill may leave of a file that is being written: the start of it, and the claim of its name. */
  function isTrace(path: string): boolean {
    const text = disk.entries.get(path)?.bytes.toString('latin1') ?? ''
    return parse(path).name.startsWith('.cyanotype-') || /^\.cyanotype-\S*\.part\n$/.test(text)
  }

  /** Those of the chosen images that are in no file. */
  function missingOf({ chosen, isZip }: Begun, { places }: NonNullable<Begun['told']>): readonly string[] {
    if (!isZip) {
      const there = new Set(shasNow().values())
      return [...chosen].filter((sha256) => !there.has(sha256) && !lost.has(sha256))
    }
    const path = `${exportFolder}/${places[0]?.zip ?? ''}`
    if (changed.has(path)) return []
    const zip = disk.entries.get(path)?.bytes ?? Buffer.alloc(0)
    return [...originalsOf(chosen)].flatMap(([sha256, bytes]) => (zip.includes(bytes) ? [] : [sha256]))
  }

  function checkBegun(one: Begun, isLast: boolean): void {
    const { chosen, names, files, leftOut, told, isSure, isOver } = one
    if (isOver || !isSure) return
    // The recipe may have been changed between the press and the plan.
    const isZip = told === null || told.written === 0 ? one.isZip : told.places[0]?.zip !== null
    if (told === null) {
      if (isLast) world.fault('an export never ends')
      return
    }
    const failed = told.failed.reduce((sum, { count }) => sum + count, 0)
    // What an earlier try put into a ZIP is told apart from what became of each file now.
    if (told.left > 0 || told.written - told.kept + failed !== files)
      world.fault(
        `of ${files} files of an export ${told.written} were written, ${failed} failed, ${told.left} are left`,
      )
    const excused = new Set(told.named.map(({ path }) => path))
    for (const name of isZip ? [] : names)
      if (!excused.has(name) && !isThere(name, chosen)) world.fault(`${name} was exported, and is not there`)
    // A later one may take the place of a ZIP.
    const missing = isZip && !isLast ? [] : missingOf({ ...one, isZip }, told)
    if (missing.length > failed + leftOut)
      world.fault(
        `${missing.length} images were exported and are nowhere, ${failed} failed, ${leftOut} were left out`,
      )
  }

  return {
    begin() {
      if (!disk.entries.has(exportFolder)) return
      if (random.chance(0.6) && isCalm()) putNew(['CR2'])
      const isZip = random.chance(0.25)
      const settings = {
        template: random.pick(['{counter}', '{file}', '{date}/{counter}', 'same']),
        sidecar: random.chance(0.8),
        sidecarName: random.pick<(typeof sidecarNames)[number]>([...sidecarNames, 'stem', 'stem']),
        format: 'original' as const,
        onlyNew: random.chance(0.5),
        existing: random.pick<TakenChoice>(['number', 'skip', 'replace', 'replace']),
        into: isZip ? ('zip' as const) : ('folder' as const),
      }
      saved = settings
      const isByStem = (): boolean =>
        saved === settings && settings.sidecar && settings.sidecarName === 'stem'
      press('', 'exports.current', null, hear)
      press('', 'exports.saveRecipe', { id: recipeId, name: '', settings }, () => {
        press('', 'exports.chooseFolder', { id: recipeId }, () => plan(isZip, isByStem))
      })
    },
    act() {
      const action: ExportAction = random.pick(['pause', 'resume', 'resume', 'retry', 'cancel', 'dismiss'])
      const last = begun.at(-1)
      if (last !== undefined) last.isOver ||= action === 'cancel' || action === 'dismiss'
      press(`presses ${action} of the export`, 'exports.act', { action })
    },
    saveOther() {
      if (!isCalm()) return
      const mine = exported()
      if (mine.length > 0 && random.chance(0.6)) put(random.pick([mine[0] ?? '', ...mine]))
      else putNew(['png', 'png', 'CR2'])
    },
    clearUp() {
      press('', 'exports.current', null, (run) => {
        // One that a kill or the end of the app interrupted goes on by itself.
        if (run?.stage === 'running' && (run.isPaused || run.problem !== null))
          press('', 'exports.act', { action: 'resume' })
        if (run?.stage === 'ended' && run.failed.length > 0) press('', 'exports.act', { action: 'retry' })
      })
    },
    look: () => press('', 'exports.current', null, hear),
    forget() {
      begun.splice(0)
      for (const path of traces()) ownerless.add(path)
    },
    check() {
      for (const [path, bytes] of others)
        if (disk.entries.get(path)?.bytes.equals(bytes) !== true)
          world.fault(`${path} of somebody else is overwritten`)
      for (const one of begun) checkBegun(one, one === begun.at(-1))
      const isWhole = begun.length > 0 && begun.every(({ isSure, isOver }) => isSure && !isOver)
      for (const path of isWhole ? traces() : [])
        if (!ownerless.has(path) && !isProbe(path)) world.fault(`left behind: ${path}`)
    },
  }
}
