import { readFile } from '../../drive'
import { systemCode } from '../../systemCode'

/** The raw answer, unparsed, with the key removed. */
export interface RawAnswer {
  readonly status: number
  /** Lower-case names; only those that matter: content-type, retry-after*, date, request ids, location. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text, or the file it was spooled to if it was over 256 KB. */
  readonly body:
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'file'; readonly path: string }
  /** The files for base64 strings that were too long to stay in the body: one for each mark there. */
  readonly lifted: Readonly<Record<string, string>>
  /**
   * False if part of the body is missing. One that exceeds its limit counts as no answer (`answerTooLarge`), except for
   * the images of a paid answer that were whole by then.
   */
  readonly complete: boolean
  /** The disk refused some of its images until the app ended: they are nowhere. */
  readonly isUnkept?: boolean | undefined
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** The whole body. Throws what the disk says: once its file is gone, for example because all its images are home. */
export async function textOf({ body }: Pick<RawAnswer, 'body'>): Promise<string> {
  return body.kind === 'text' ? body.text : await readFile(body.path, 'utf8')
}

/** The same; null once its file is gone. */
export async function textIfKept(answer: Pick<RawAnswer, 'body'>): Promise<string | null> {
  try {
    return await textOf(answer)
  } catch (problem) {
    if (systemCode(problem) === 'ENOENT') return null
    throw problem
  }
}
