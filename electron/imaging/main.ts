import { fileErrorCode } from '@shared/processes/fileErrors'
import { type ImagingAnswer, type ImagingRequest, imagingRequestSchema } from '@shared/processes/imaging'
import { parentChannel } from '@shared/processes/parentChannel'
import { copyAccount } from './copyAccount'
import { createDecoder } from './decoder'
import { inspection } from './inspection'
import { strip, writeSidecar } from './pictureMetadata'
import { pictureProvenance } from './pictureProvenance'
import { createSharpLoader } from './sharp'
import { Unusable } from './unusable'

// What this process writes is in the profile, and only this user may read it.
process.umask(0o077)
const channel = parentChannel(process)
channel.onClosed(() => process.exit())
const decoder = createDecoder(createSharpLoader())
const say = (answer: ImagingAnswer): void => channel.send(answer)

const hidesText = async ({ path, decode }: { readonly path: string; readonly decode: boolean }) =>
  decode ? await decoder.hidesText(path) : null

async function answer(request: ImagingRequest): Promise<ImagingAnswer> {
  const { id } = request
  try {
    if (request.kind === 'inspect')
      return { kind: 'inspected', id, inspection: await inspection(decoder, request) }
    if (request.kind === 'provenance') {
      const said = await pictureProvenance(request.path)
      return { kind: 'provenanceRead', id, provenance: { ...said, hidesText: await hidesText(request) } }
    }
    if (request.kind === 'foresee')
      return { kind: 'foreseen', id, account: await copyAccount(decoder, request) }
    if (request.kind === 'convert')
      return { kind: 'written', id, sha256: await decoder.convert(request.path, request.conversion) }
    if (request.kind === 'strip') {
      const sha256 = await strip(request.path, request.target)
      return { kind: 'stripped', id, stripped: { sha256, hidesText: await hidesText(request) } }
    }
    if (request.kind === 'describe')
      return { kind: 'written', id, sha256: await writeSidecar(request.path, request.description) }
    return { kind: 'thumbnailed', id, placeholder: await decoder.thumbnail(request.path, request.copies) }
  } catch (error) {
    if (error instanceof Unusable) {
      const { code, cause } = error
      return cause instanceof Error && 'code' in cause
        ? { kind: 'failed', id, code, cause: String(cause.code) }
        : { kind: 'failed', id, code }
    }
    // It opened, and can't be read: a drive may be gone by then, or a file be fetched from elsewhere only now.
    const cause = fileErrorCode(error)
    if (cause !== null) return { kind: 'failed', id, code: 'imageLost', cause }
    throw error
  }
}

// The caller decides how many requests run at once. A bug ends the process, and the caller starts another.
channel.onMessage((message) => void answer(imagingRequestSchema.parse(message)).then(say))
say({ kind: 'ready' })
