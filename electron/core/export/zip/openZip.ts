import { type FileHandle, open, rm } from '../../drive'
import { type AddedEntry, createZipWriter, type ZipWriter } from './zipWriter'

/** A ZIP that is being written beside its place. */
export interface OpenZip {
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
  close(): Promise<void>
  discard(): Promise<void>
}

export async function openZip(id: string, temp: string): Promise<OpenZip> {
  const file: FileHandle = await open(temp, 'wx+')
  const writer = await createZipWriter(file)
  return {
    id,
    writer,
    added: new Map(),
    turn: Promise.resolve(),
    latest: 0,
    isListed: false,
    isBroken: false,
    close: () => file.close(),
    async discard() {
      await file.close().catch(() => undefined)
      await rm(temp, { force: true }).catch(() => undefined)
    },
  }
}
