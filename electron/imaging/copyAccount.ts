import type { FileAccount, Provenance } from '@shared/model/brought'
import type { CopyAccount, CopyLoss, StatedFact, WrittenField } from '@shared/model/copyAccount'
import type { ImageDescription, RecipeCopy } from '@shared/processes/imaging'
import type { Decoder } from './decoder'
import { type ImageHeader, readHeader } from './imageHeader'
import { toldInJpeg } from './metadata/jpegMetadata'
import { toldOf } from './metadata/toolTexts'
import { fieldsBeside, fieldsInside } from './metadata/writtenFields'
import { factsInXmp } from './metadata/xmpPacket'
import { strippedFile } from './pictureMetadata'
import { pictureCredentials, pictureProvenance } from './pictureProvenance'
import { timeOf } from './provenance/exif'
import { ownNames } from './provenance/xmp'
import { Unusable } from './unusable'

/**
 * What the copy of a file would say, and what it would lose. Throws Unusable `imageLost`, `imageNotAnImage`,
 * `imageUndecodable`, `imageTooLarge` or `metadataUnfit`.
 */
export async function copyAccount(
  decoder: Pick<Decoder, 'losses' | 'hidesText'>,
  wanted: {
    readonly path: string
    readonly copy: RecipeCopy
    readonly beside: ImageDescription | null
    readonly decode: boolean
  },
): Promise<CopyAccount> {
  const { path, copy, beside, decode } = wanted
  const besides = beside === null ? null : [...fieldsBeside(beside)]
  if (copy.kind === 'asItIs') {
    const hasCredentials = await pictureCredentials(path).catch(unlessCopied)
    const hidesText = decode ? await decoder.hidesText(path) : null
    return { copy: 'asItIs', inside: [], beside: besides, hasCredentials, hidesText, losses: [] }
  }
  const [said, { size }] = [await pictureProvenance(path), await readHeader(path)]
  const { hasCredentials } = said
  const description = copy.kind === 'converted' ? copy.description : null
  const inside =
    copy.kind === 'converted' && description !== null ? fieldsInside(copy.format, description) : []
  // What can't be stripped is refused here too.
  if (copy.kind === 'stripped') await strippedFile(path)
  const ofPicture = copy.kind === 'converted' ? await decoder.losses(path, copy) : []
  const hidesText = decode ? await decoder.hidesText(path) : null
  const unsaid = unsaidOf(said, inside, size)
  const losses: readonly (CopyLoss | false)[] = [
    hasCredentials && { kind: 'credentials' },
    !isNothing(unsaid) && { kind: 'said', said: unsaid },
    copy.kind === 'converted' && hidesText === true && { kind: 'hiddenText' },
    copy.kind === 'converted' &&
      copy.format === 'jpeg' &&
      description !== null &&
      toldInJpeg(description).comment !== toldOf(description).comment && { kind: 'exifPrompt' },
  ]
  return {
    copy: copy.kind,
    inside: [...inside],
    beside: besides,
    hasCredentials,
    hidesText,
    losses: [...losses.filter((loss) => loss !== false), ...ofPicture],
  }
}

/** Bytes are copied, whatever they are. */
function unlessCopied(failure: unknown): false {
  if (failure instanceof Unusable && failure.code === 'imageNotAnImage') return false
  throw failure
}

/** What a file says, without what its copy says too. */
function unsaidOf(said: FileAccount, inside: readonly WrittenField[], size: ImageHeader['size']): Provenance {
  const written = (fact: StatedFact | undefined): string | null =>
    inside.find((field) => field.fact === fact)?.values[0] ?? null
  const unlessSaid = (value: string | null, copied: string | null): string | null =>
    value?.trim() === copied?.trim() ? null : value
  const { prompt, model, tool, facts, madeAt } = said
  return {
    prompt: unlessSaid(prompt, written('prompt')),
    model: unlessSaid(model, written('model')),
    tool: unlessSaid(tool, written('system') ?? written('program')),
    facts: facts.filter(({ name, value }) => {
      const property = ownNames.find(([own]) => own === name)?.[1] ?? ''
      return unlessSaid(value, written(factsInXmp.get(property))) !== null && !isSize(name, value, size)
    }),
    madeAt: madeAt === timeOf(written('saved')) ? null : madeAt,
  }
}

/** How many pixels there are is seen in every file. */
function isSize(name: string, value: string, size: ImageHeader['size']): boolean {
  if (size === null || !/^(?:size|width|height)$/i.test(name)) return false
  return [`${size.width}x${size.height}`, String(size.width), String(size.height)].includes(value)
}

const isNothing = ({ prompt, model, tool, facts, madeAt }: Provenance): boolean =>
  [prompt, model, tool, madeAt].every((one) => one === null) && facts.length === 0
