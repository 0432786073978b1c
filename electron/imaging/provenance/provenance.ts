import {
  type FileAccount,
  factMaximum,
  factNameMaximum,
  factsMaximum,
  toolMaximum,
} from '@shared/model/brought'
import { modelMaximum } from '@shared/model/connection'
import type { ImageFormat } from '@shared/model/image'
import { promptMaximum } from '@shared/model/prompt'
import type { FileBytes } from '../reading/fileBytes'
import { type Account, plainAccount } from './account'
import { avifTexts } from './avifTexts'
import { readComfy } from './comfy'
import { type ExifTexts, noExif, readExif } from './exif'
import { type FileTexts, noTexts, type SearchedFile, searchedFile } from './fileTexts'
import { jpegTexts } from './jpegTexts'
import { readInvoke, readJsonPrompt, readNovel } from './jsonAccounts'
import { readLooseParameters, readParameters } from './parameters'
import { pngTexts } from './pngTexts'
import { createReadingBudget, type ReadingBudget } from './readingBudget'
import { webpTexts } from './webpTexts'
import { readXmp, type XmpTexts } from './xmp'

/** What an image file says about how it was made, within a budget. Reads its texts alone, never its pixels. */
export async function readProvenance(
  file: FileBytes,
  format: ImageFormat,
  budget: ReadingBudget = createReadingBudget(),
): Promise<FileAccount> {
  const texts = await textsOf(searchedFile(file, budget), format)
  const exif = texts.exif === null ? noExif : readExif(texts.exif)
  const xmp = readXmp(texts.xmp ?? '')
  const account = accounts({ ...texts, exif, xmp }, budget).find(({ prompt }) => (prompt ?? '').trim() !== '')
  const known = account ?? toolAccount(texts, budget)
  const tool = known?.tool ?? texts.named.get('Software') ?? xmp.tool ?? exif.software ?? null
  return {
    prompt: cleaned(account?.prompt ?? null, promptMaximum),
    model: cleaned(known?.model ?? xmp.model, modelMaximum),
    tool: cleaned(tool, toolMaximum),
    facts: (known?.facts ?? [])
      .flatMap(([name, value]) => {
        const fact = { name: cleaned(name, factNameMaximum), value: cleaned(value, factMaximum) }
        return fact.name === null || fact.value === null ? [] : [{ name: fact.name, value: fact.value }]
      })
      .slice(0, factsMaximum),
    madeAt: exif.takenAt ?? xmp.madeAt,
    hasCredentials: texts.hasCredentials,
    hidesText: null,
  }
}

export const hasCredentials = async (file: FileBytes, format: ImageFormat): Promise<boolean> =>
  (await textsOf(searchedFile(file, createReadingBudget()), format)).hasCredentials

async function textsOf(file: SearchedFile, format: ImageFormat): Promise<FileTexts> {
  switch (format) {
    case 'png':
      return pngTexts(file)
    case 'jpeg':
      return jpegTexts(file)
    case 'webp':
      return webpTexts(file)
    case 'avif':
      return avifTexts(file)
    case 'gif':
      return noTexts
  }
}

interface Read {
  readonly named: FileTexts['named']
  readonly exif: ExifTexts
  readonly xmp: XmpTexts
}

/** In the order in which they are believed: what a tool wrote for itself, then what any program may write. */
function accounts({ named, exif, xmp }: Read, budget: ReadingBudget): readonly Account[] {
  const parameters = named.get('parameters')
  const found: readonly (Account | null)[] = [
    xmp.own === null ? null : { prompt: xmp.prompt, model: xmp.model, tool: xmp.tool, facts: xmp.own },
    readInvoke(named.get('invokeai_metadata')),
    readNovel(named),
    readJsonPrompt(parameters),
    parameters === undefined ? null : readLooseParameters(parameters, budget),
    readComfy(named.get('prompt'), budget),
    ...[exif.make, exif.model].map((text) => readComfy(text?.replace(/^prompt:/i, ''), budget)),
    readParameters(exif.comment ?? '', budget),
    readJsonPrompt(exif.comment ?? undefined),
    plain(xmp.prompt),
    plain(named.get('Description')),
    plain(xmp.description),
    plain(exif.description),
    plain(exif.comment),
    plain(named.get('Comment')),
    plain(xmp.headline),
  ]
  return found.filter((account) => account !== null)
}

/** Of a graph whose prompt isn't clear, the rest is kept. */
const toolAccount = ({ named }: FileTexts, budget: ReadingBudget): Account | null =>
  readComfy(named.get('prompt'), budget)

/** JSON that isn't known is no prompt. */
function plain(text: string | null | undefined): Account | null {
  const words = text?.trim() ?? ''
  if (words === '' || /^[[{]/.test(words)) return null
  const before = words.slice(0, -jobCharacters)
  const isJob = job.test(words.slice(-jobCharacters)) && !/\w$/.test(before.slice(-1))
  return isJob ? plainAccount(before.trim(), 'Midjourney') : plainAccount(words)
}

/** What Midjourney adds to a prompt. */
const job = /^Job ID: [0-9a-f-]{36}$/i
const jobCharacters = 44

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const control = /[\0-\x08\x0b-\x1f\x7f]/g

/** Without control characters and broken ones; null if nothing is left. */
function cleaned(text: string | null, longest: number): string | null {
  if (text === null) return null
  const plainText = text.replace(/\r\n?/g, '\n').replace(control, '').trim()
  const cut = plainText
    .slice(0, longest)
    .replace(/\p{Surrogate}$/u, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
  return cut === '' ? null : cut
}
