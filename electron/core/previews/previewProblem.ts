import { type AppError, AppFailure, appError, type ErrorCode } from '@shared/errors'
import type { DownloadVerdict } from '../service/verdict'

/** Why a download brought nothing to show; null if it did. */
export function downloadProblem(verdict: DownloadVerdict): AppError | null {
  if (verdict.kind === 'fetched') return null
  if (verdict.kind === 'aborted') return appError('interrupted')
  const { code, params, detail } = verdict.error
  switch (code) {
    case 'imageAddressForbidden':
    case 'imageHostPrivate':
      return appError('previewForbidden', { params, detail })
    case 'proxyNamesUnknown':
      return appError('previewNameUnknown', { params, detail, retry: 'free' })
    case 'imageTooLarge':
      return appError('previewTooLarge', { detail })
    case 'answerHtml':
      return appError('previewNotAnImage', { detail })
    default:
      return detail?.status === undefined
        ? appError('previewUnreached', { detail, retry: 'free' })
        : appError('previewRefused', { params: { status: detail.status }, detail, retry: 'free' })
  }
}

const undecoded: ReadonlySet<ErrorCode> = new Set([
  'imageNotAnImage',
  'imageUndecodable',
  'imageSlow',
  'decoderEnded',
])

/** What the decoder's refusal says about the address; any other error is passed on. */
export async function decoded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (problem) {
    if (!(problem instanceof AppFailure)) throw problem
    const { code, detail } = problem.error
    if (code === 'imageTooLarge') throw new AppFailure(appError('previewTooLarge', { detail }))
    if (undecoded.has(code)) throw new AppFailure(appError('previewNotAnImage', { detail }))
    throw problem
  }
}
