import { isRecord, type JsonRecord, numberOf, wordsOf } from './json'
import { statusNames, statusTextNames } from './names'
import type { TaskPhase } from './reading'
import { fieldsOf, firstFound, type Path, type SeenRecord } from './records'

type KnownPhase = Exclude<TaskPhase, 'unknown'>

/** Without what surrounds a word: `TASK_STATUS_SUCCEED` is `succeed`. */
const surrounding =
  /^(task|job|image|img|generation|request|prediction)?(status|state|phase)?|(status|state)$/g

/** Failures that say that the content was refused. */
const refusedContent = `nsfw unsafe moderated requestmoderated contentmoderated moderation contentfiltered contentfilter
  filtered flagged censored sensitive violated violation banned 违规 审核失败`

const vocabulary: Readonly<Record<KnownPhase, string>> = {
  queued: `pending queued queuing queueing queue inqueue enqueued backlogged submitted submit submitting waiting wait
    notstart notstarted notrunning onqueue staged created accepted scheduled received requested throttled new init initial
    initialized initializing preparing prepared 排队中 排队 等待中 等待 已提交 提交成功 未开始 待处理 待機中`,
  running: `processing process inprogress inprogess running run generating generate starting started start assigned
    active executing working rendering ongoing doing dispatched dispatching uploading warming booting loading
    retrying inference progress busy drawing polling sampling dreaming imagining painting diffusing denoising
    upscaling encoding decoding postprocessing finalizing creating predicting inferencing building compositing
    intermediatecomplete 处理中 进行中 生成中 运行中 执行中 绘图中 审核中 合成中 渲染中 上传中 処理中 実行中`,
  done: `completed complete success succeeded succeed successful successed finished finish done ready ok ended
    partialsuccess partiallycompleted partiallysucceeded completedwitherrors allcompleted 成功 已完成 完成 处理完成 生成成功 生成完成 完了`,
  failed: `failed fail failure error errored timeout timedout expired rejected refused blocked crashed unsuccessful
    invalid incomplete refunded deadlineexceeded 失败 已失败 生成失败 处理失败 失敗 任务失败 执行失败 生图失败 绘图失败 超时 ${refusedContent}`,
  cancelled: 'cancelled canceled cancel aborted revoked terminated stopped killed 已取消 取消',
}

const phases = new Map<string, KnownPhase>()
for (const phase of ['queued', 'running', 'done', 'failed', 'cancelled'] as const) {
  for (const word of vocabulary[phase].trim().split(/\s+/)) phases.set(word, phase)
}

const moderated = new Set(refusedContent.split(/\s+/))
const strangers = new Set(['tasknotfound', 'notfound', 'unknowntask', 'unknown', 'notexist', 'taskunknown'])

function plain(word: string): string {
  return word
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
}

function known<T>(word: string, look: (plainWord: string) => T | undefined): T | undefined {
  const whole = plain(word)
  return look(whole) ?? look(whole.replace(surrounding, ''))
}

/** The phase a status word means, in any case and with any separators. */
export function phaseOf(word: string): TaskPhase {
  return known(word, (one) => phases.get(one)) ?? 'unknown'
}

/** True for a failed status which already says that the content was refused. */
export function saysModerated(word: string): boolean {
  return known(word, (one) => moderated.has(one) || undefined) ?? false
}

/** True for a status which says that there is no such task. */
export function saysStranger(word: string): boolean {
  return strangers.has(plain(word))
}

/** True for a status which may also be said of a picture that is there. */
export function isOpenWord(word: string): boolean {
  return /^(created|active)$/i.test(word)
}

/** Some services count the states of a task in a flag of their own. */
const flagWords: Readonly<Record<number, string>> = {
  0: 'generating',
  1: 'success',
  2: 'failed',
  3: 'failed',
}

export interface SeenStatus {
  readonly name: string
  /** As written, at most 200 characters. */
  readonly word: string
}

/** The status of a task or item; numbers are codes, not words. */
export function statusOf(record: JsonRecord | null): SeenStatus | null {
  if (!isRecord(record)) return null
  const fields = fieldsOf(record)
  for (const plainName of statusNames) {
    const field = fields.get(plainName)
    const word = wordsOf(field?.value)
    if (field !== undefined && word !== null && !/^\d+$/.test(word))
      return { name: field.name, word: word.slice(0, 200) }
    const inside = isRecord(field?.value) ? stateWithin(field.value) : null
    if (field !== undefined && inside !== null) return { name: field.name, word: inside }
  }
  for (const plainName of statusTextNames) {
    const field = fields.get(plainName)
    // What follows is advice: "生图失败，请重试".
    const word = wordsOf(wordsOf(field?.value)?.split(/[,.;:!，。；：！]/, 1)[0])
    if (field !== undefined && word !== null && phaseOf(word) !== 'unknown') return { name: field.name, word }
  }
  const flag = fields.get('success_flag')
  const word = flag === undefined ? undefined : flagWords[numberOf(flag.value) ?? -1]
  return flag === undefined || word === undefined ? switchOf(fields) : { name: flag.name, word }
}

/** Say that a task which failed will be run again, unless they are empty, false or zero. */
const againNames = [
  ...['will_retry', 'is_retrying', 'retrying', 'retry_scheduled', 'next_retry', 'next_retry_at'],
  ...['next_attempt_at', 'retry_at', 'will_be_retried'],
]

/** Whether a record says of a failed task that the service runs it again by itself. */
export function saysTriedAgain(record: JsonRecord): boolean {
  const word = statusWord(record)
  if (word === null || phaseOf(word) !== 'failed') return false
  const fields = fieldsOf(record)
  return againNames.some((name) => {
    const value = fields.get(name)?.value
    return Boolean(value) && value !== 'false' && value !== '0'
  })
}

/** The state that a record in its place holds: only a word that is known counts. */
function stateWithin(record: JsonRecord): string | null {
  const fields = fieldsOf(record)
  for (const plainName of ['status', 'state', 'current', 'name', 'value']) {
    const word = wordsOf(fields.get(plainName)?.value)
    if (word !== null && phaseOf(word) !== 'unknown') return word.slice(0, 200)
  }
  return null
}

/** Names of switches that say whether a task is over, and whether that is a failure. */
const switches: readonly (readonly [name: string, on: string, off: string | null])[] = [
  ['faulted', 'failed', null],
  ['is_failed', 'failed', null],
  ['done', 'done', 'running'],
  ['is_done', 'done', 'running'],
  ['is_finished', 'done', 'running'],
  ['is_completed', 'done', 'running'],
]

function switchOf(fields: ReturnType<typeof fieldsOf>): SeenStatus | null {
  for (const [plainName, on, off] of switches) {
    const field = fields.get(plainName)
    const word = field?.value === true ? on : field?.value === false ? off : null
    if (field !== undefined && word !== null) return { name: field.name, word }
  }
  return null
}

export const statusWord = (record: JsonRecord | null): string | null => statusOf(record)?.word ?? null

export interface StatusPlace {
  readonly word: string
  /** What has it. */
  readonly record: JsonRecord
  readonly path: Path
}

/** The status that the outermost record with one has. */
export const statusIn = (records: readonly SeenRecord[]): StatusPlace | null =>
  firstFound(records, ({ record, path }) => {
    const seen = statusOf(record)
    return seen === null ? null : { word: seen.word, record, path: [...path, seen.name] }
  })
