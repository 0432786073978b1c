import { type FileHandle, open } from 'node:fs/promises'
import { fileFormatOf, fileSignatureBytes } from '@shared/model/fileSignature'
import type { ImagingRequest, Inspection } from '@shared/processes/imaging'
import type { Decoder } from './decoder'
import { pictureCredentials } from './pictureProvenance'
import { Unusable } from './unusable'

/**
 * What a file is. One of a known format that isn't decoded here is told by its first bytes alone: no decoder sees it.
 * Throws as the decoder does; Unusable `imageNotAnImage` for bytes of no format that is known.
 */
export async function inspection(
  decoder: Pick<Decoder, 'inspect' | 'glance'>,
  { path, decode, copies }: Extract<ImagingRequest, { readonly kind: 'inspect' }>,
): Promise<Inspection> {
  try {
    const [picture, hasCredentials] = await Promise.all([
      decode ? decoder.inspect(path, copies) : decoder.glance(path),
      pictureCredentials(path),
    ])
    return { ...picture, hasCredentials }
  } catch (failure) {
    if (!(failure instanceof Unusable) || failure.code !== 'imageNotAnImage') throw failure
    const format = fileFormatOf(await beginning(path))
    if (format === null) throw failure
    return { format, width: 0, height: 0, decoded: false, placeholder: null, hasCredentials: false }
  }
}

async function beginning(path: string): Promise<Uint8Array> {
  const file: FileHandle = await open(path, 'r').catch((cause: unknown) => {
    throw new Unusable('imageLost', { cause })
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(fileSignatureBytes), 0, fileSignatureBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
