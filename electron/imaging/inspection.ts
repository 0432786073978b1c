import { fileFormatOf, fileSignatureBytes } from '@shared/model/fileSignature'
import type { ImagingRequest, Inspection } from '@shared/processes/imaging'
import type { Decoder } from './decoder'
import { withFile } from './openedFile'
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
    const format = fileFormatOf(await withFile(path, (file) => file.upTo(0, fileSignatureBytes)))
    if (format === null) throw failure
    return { format, width: 0, height: 0, decoded: false, placeholder: null, hasCredentials: false }
  }
}
