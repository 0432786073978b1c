import { rm } from '../../drive'
import { openPart, type Part } from '../../plainFile'
import { type AddedEntry, createZipWriter, type ZipWriter } from './zipWriter'

/** A ZIP that is being written beside its place. */
export interface OpenZip extends Part {
  /** Of the export. */
  readonly id: string
  readonly writer: ZipWriter
  /** By image. */
  readonly added: Map<string, AddedEntry>
  /** Resolves once everything before is added: entries come in the order of the export. */
  turn: Promise<void>
  /** Of its entries, in milliseconds since the epoch. */
  latest: number
  /** The list of its files is in it. */
  isListed: boolean
  /** What is in it may be lost. */
  isBroken: boolean
  discard(): Promise<void>
}

/** `replaced`: as for `openPart`. */
export async function openZip(id: string, temp: string, replaced: string | null = null): Promise<OpenZip> {
  const part = await openPart(temp, replaced)
  const discard = async (): Promise<void> => {
    await part.file.close().catch(() => undefined)
    await rm(temp, { force: true }).catch(() => undefined)
  }
  const writer = await createZipWriter(part.file).catch(async (failure: unknown) => {
    await discard()
    throw failure
  })
  return {
    ...part,
    id,
    writer,
    added: new Map(),
    turn: Promise.resolve(),
    latest: 0,
    isListed: false,
    isBroken: false,
    discard,
  }
}
