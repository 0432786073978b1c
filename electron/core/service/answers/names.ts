/**
 * What a field's name says, by its words: services give the same thing many names, made of few words. A new name is a word
 * in a list here.
 */

/** Characters of a name that are looked at. */
const nameLimit = 100
const singular = (word: string): string =>
  word.length > 2 && word.endsWith('s') && !/(ss|us|is)$|^has$/.test(word) ? word.slice(0, -1) : word

/** In the singular, as `nameWords` gives them: `res` and `terms` end as plurals do. */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/).map(singular))

const known = new Map<string, readonly string[]>()
/** Names come from services: as many as this are remembered. */
const knownLimit = 2000

/** The words of a name, in the singular: `resultImageURLs` is result, image and url. */
export function nameWords(name: string): readonly string[] {
  const found = known.get(name)
  if (found !== undefined) return found
  const split = name
    .slice(0, nameLimit)
    .replace(/(URL|ID|URI)s\b/g, '$1')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
    .map(singular)
  if (known.size >= knownLimit) known.clear()
  known.set(name, split)
  return split
}

/** The same name in whatever spelling: `failMsg` and `FailMsgs` are `fail_msg`. */
export const plainName = (name: string): string => nameWords(name).join('_')

const hasOf = (of: readonly string[], listed: ReadonlySet<string>): boolean =>
  of.some((word) => listed.has(word))
const areOf = (of: readonly string[], listed: ReadonlySet<string>): boolean =>
  of.length > 0 && of.every((word) => listed.has(word))

/** What we sent, what is for others, and pages to look at: nothing under such a name is of the result. */
const foreign = words(`
  input param parameter request requested source mask avatar logo icon callback webhook hook cancel delete
  poll polling doc documentation web website homepage dashboard upload stream pay payment billing invoice checkout
  user account usage reference ref init control prompt negative setting config option template example terms policy
  preview thumb thumbnail placeholder`)

export const isForeign = (name: string): boolean => hasOf(nameWords(name), foreign)

/** Besides: other calls, and pages. */
const others = words(`
  status state get self next prev page share support help more learn api endpoint license privacy fetch query task
  response model badge link`)

/** Whether an address or bytes of this name are hardly the result. */
export const isOfOthers = (name: string): boolean =>
  hasOf(nameWords(name), others) && imageName(name) === null && !isEnvelope(name)

/** What an answer, a task or its images may be wrapped in. */
const envelopes = words(`
  data output result response task job generation generate generated prediction operation inference body payload content
  info item value object record entry list image img picture photo artifact candidate part choice message inline asset
  attachment file media header success failed sub final outcome resource
  creation artwork work material render variant variation sample drawing illustration
  sd by pk create created submit async text txt to new current final answer return returnvalue base rsp resp res`)

export const isEnvelope = (name: string): boolean => areOf(nameWords(name), envelopes) && !isForeign(name)

const idWords = words('id uuid guid')
const taskWords = [
  'task',
  'job',
  'generation',
  'generate',
  'prediction',
  'operation',
  'inference',
  'imagine',
  'run',
  'process',
  'workflow',
]
const otherTasks = words(`
  parent primary sub provider upstream external root previous origin original source type model template user account team
  project
  trace client running active ongoing`)
/** Of a task's image, not of a task for images. */
const otherThings = words('image img picture photo file')

/**
 * How surely a name is that of a task's id: the smaller, the surer; null if it isn't. One that is made of several such words
 * counts as the first.
 */
export function taskIdRank(name: string): number | null {
  const of = nameWords(name).flatMap(unglued)
  const last = of.at(-1)
  const whose = of.at(-2)
  if (last === undefined || !idWords.has(last) || whose === undefined) return null
  if (hasOf(of, otherTasks) || otherThings.has(whose)) return null
  const rank = taskWords.findIndex((word) => of.includes(word))
  return rank < 0 ? null : rank
}

/** An id of the record itself, of neither another task nor anything else. */
export const isOwnId = (name: string): boolean => {
  const of = nameWords(name)
  return idWords.has(of.at(-1) ?? '') && !hasOf(of, otherTasks) && !hasOf(of, otherThings) && !isForeign(name)
}

/** Under which the id of a task may be in its own record. */
export const isOwnTaskName = (name: string): boolean => taskIdRank(name) !== null || isOwnId(name)

/** Whether a rank is that of what a task may be a part of. */
export const isOfWholeRank = (rank: number): boolean =>
  rank >= taskWords.indexOf('run') && rank < taskWords.length

/** `jobid` is job and id. */
const unglued = (word: string): readonly string[] => {
  const before = word.endsWith('id') ? word.slice(0, -2) : ''
  return taskWords.includes(before) ? [before, 'id'] : [word]
}

/** Whether a text under such a name is a task's id, if it looks like one. */
export const isTaskName = (name: string): boolean => {
  const of = nameWords(name)
  return of.length === 1 && taskWords.slice(0, 3).includes(of[0] ?? '')
}

/** A value under such a name may be the id itself, where it says nothing else. */
const idHolders = words('data result output task job response id')
export const mayBeId = (name: string): boolean => {
  const of = nameWords(name)
  return of.length === 1 && areOf(of, idHolders)
}

const namesIn = (list: string): readonly string[] => list.trim().split(/\s+/)

/*
 * Plain names, in the order in which they are looked at.
 */

export const statusNames = namesIn(`
  status task_status state task_state job_stage job_status job_state generation_status run_status prediction_status
  inference_status image_status process_status phase`)
/** The same, though other things may stand there: only a word that is known counts. */
export const statusTextNames = namesIn(`
  job_status_msg task_status_msg status_msg status_text status_desc status_message generate_status job_status_text
  generate_msg`)

export const progressNames = namesIn(
  'progress percent percentage progress_percent progress_percentage task_progress progress_pct completion',
)

/** Such a field is the task's own, too: `job_error_msg`. */
const ofTask = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [name, `job_${name}`, `task_${name}`])

/** Hold an error whenever they aren't empty. */
export const errorNames = ofTask(
  namesIn(`
  error fail_reason failed_reason failure_reason fail_msg fail_message failure_message error_message error_msg err_msg
  errmsg err error_detail failure fault exception status_reason moderation_reason reject_reason rejection_reason
  block_reason`),
)
/** Hold an error only together with something else that indicates one: "success" is a message too. */
export const messageNames = namesIn(`
  message msg detail description title reason status_msg status_message task_status_msg error_description message_en
  extension`)
/** Codes that only errors have. */
export const errorCodeNames = ofTask(namesIn('error_code err_code errcode fail_code failure_code'))
/** Lists of what is wrong with a request, beside a sentence that says only that something is. */
export const detailNames = namesIn('invalid_param invalid_field issue validation_error field_error')
export const codeNames = namesIn(`
  code type error_code err_code errcode error_type reason status fail_code failure_code status_code name`)
/** Hold a number like an HTTP status. */
export const statusCodeNames = namesIn(
  'code status_code status http_code err_code error_code errcode fail_code ret retcode',
)

const imageWords = words(`
  url uri uris link slot generate blob href src image img picture photo pic sample output result file download b64 base64 json data
  list final generated upscaled origin original public signed cdn hd full high res raw png jpg jpeg webp media asset main remote
  temporary permanent temp binary encoded string byte content http https first primary object storage s3 oss discord
  video attachment resource`)
const addressWords = words('url uri uris link href src')
const byteWords = words('b64 base64')
const pictureWords = words('image img picture photo pic sample output result file')
const lesserWords = words('origin original discord temp temporary raw cdn')
/** What was made, where an image of another name beside it may be what it was made of. */
const madeWords = words('output generated final upscaled')
const resultWords = words('result output outcome returnvalue return')
/** Whether what is under a name is the result, as far as a name can say. */
export const isOfResult = (name: string): boolean => hasOf(nameWords(name), resultWords)

const results = words('data output result response task')
/** A string under such a name may be the image itself. */
export const mayBeImage = (name: string): boolean => areOf(nameWords(name), results)

/** How a field of this name may give an image. */
export interface ImageName {
  /** Bytes in base64, an address, or either. */
  readonly kind: 'bytes' | 'address' | 'either'
  /** Of several in one record the smallest counts: the others are the same picture. */
  readonly rank: number
}

const listedRanks: Readonly<Record<string, number>> = {
  b64_json: 0,
  base64: 0,
  image_base64: 0,
  url: 1,
  image_url: 2,
}

export function imageName(name: string): ImageName | null {
  const of = nameWords(name)
  if (!areOf(of, imageWords) || isForeign(name)) return null
  const kind = hasOf(of, byteWords) ? 'bytes' : hasOf(of, addressWords) ? 'address' : 'either'
  if (kind === 'either' && !hasOf(of, pictureWords)) return null
  const listed = listedRanks[of.join('_')]
  if (listed !== undefined) return { kind, rank: listed }
  const isLesser = hasOf(of, lesserWords)
  const isMade = hasOf(of, madeWords) || (of.includes('result') && of.length > 1 && kind === 'either')
  const rank = kind === 'bytes' ? 0 : kind === 'address' ? (isMade ? 1.5 : 3) : isMade ? 1.8 : 5
  return { kind, rank: rank + (isLesser ? 10 : 0) }
}
