/** An image as an answer gives it: its address or, where a dialect has images in its answers, its bytes in base64. */
export interface ShownImage {
  /** Where a dialect has ids for images. */
  readonly id: string
  readonly url: string
  /** Empty where the dialect gives addresses. */
  readonly base64: string
}

/** Why a request is refused. */
export interface RefusedRequest {
  readonly status: number
  readonly message: string
  readonly code: string
}

/** What is told of a task. */
export interface ToldTask {
  readonly id: string
  readonly state: 'pending' | 'processing' | 'completed' | 'failed'
  /** 0 to 100. */
  readonly progress: number
  /** Empty unless it is completed. */
  readonly images: readonly ShownImage[]
  /** Why it failed. */
  readonly error: string | null
}

/** How one family of services words its answers. Bodies are JSON values, or the bytes of an image. */
export interface Dialect {
  /** Images are in the answers themselves. */
  readonly isInline: boolean
  /** Only the first image of a request is ever told. */
  readonly isSingle?: boolean
  submitted(id: string): object
  polled(task: ToldTask): unknown
  result(images: readonly ShownImage[]): unknown
  refused(error: RefusedRequest): { readonly status: number; readonly body: unknown }
}

type States = readonly [pending: string, processing: string, completed: string, failed: string]

export const wordOf = ({ state }: ToldTask, [pending, processing, completed, failed]: States): string =>
  ({ pending, processing, completed, failed })[state]

export const urls = (images: readonly ShownImage[]): readonly string[] => images.map(({ url }) => url)

/** Why a request is refused, in the few kinds that services have codes of their own for. */
type Refusal = 'credit' | 'limit' | 'moderation' | 'failure' | 'other'

export function refusalOf({ status, code }: RefusedRequest): Refusal {
  if (status === 402) return 'credit'
  if (status === 429) return 'limit'
  if (status >= 500) return 'failure'
  return code === 'moderation_blocked' ? 'moderation' : 'other'
}
