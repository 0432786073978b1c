import { isRecord, type JsonRecord, numberOf } from './json'
import { codeNames, errorCodeNames, errorNames, messageNames, statusCodeNames } from './names'
import { codeOf, isOfSuccess } from './reasons'
import { fieldsOf, recordsOf } from './records'
import { phaseOf } from './states'

/** The values of a record that stand for success or refusal, as `code` and its like hold one. */
const codesOf = (record: JsonRecord): readonly unknown[] =>
  [record, fieldsOf(record).get('error')?.value].filter(isRecord).flatMap((holder) => {
    const fields = fieldsOf(holder)
    return statusCodeNames.map((name) => fields.get(name)?.value)
  })

/** The same of an answer, outermost first. */
function* codesIn(body: unknown): Generator<unknown> {
  for (const { record, listed } of recordsOf(body)) if (!listed) yield* codesOf(record)
}

/**
 * The HTTP-like status inside an answer that was reported as a success: a `code` of 400 to 599, outermost first; null
 * if there is none. One below a code of success is of something else.
 */
export function innerStatus(body: unknown): number | null {
  for (const { record, listed } of recordsOf(body)) {
    if (listed) continue
    const values = codesOf(record)
    for (const value of values) {
      const code = numberOf(value)
      if (code !== null && Number.isInteger(code) && code >= 400 && code <= 599) return code
    }
    if (values.some(isOfSuccess)) return null
  }
  return null
}

/** Whether an answer itself says that it is one of success, by a code. */
export function saysSuccess(body: unknown): boolean {
  for (const value of codesIn(body)) if (isOfSuccess(value)) return true
  return isRecord(body) && body.success === true
}

/**
 * Whether an answer of HTTP success says itself that it is a refusal. `sure`: by what no success has ("success: false", a
 * negative number, an error's own code, a code in words of refusal), or by a number that isn't known and nothing else in
 * it. `likely`: by such a number alone. It may be that of a success at this service.
 */
export type RefusalSign = 'none' | 'likely' | 'sure'

export function refusalSign(body: unknown): RefusalSign {
  if (isRecord(body) && body.success === false) return 'sure'
  if (saysSuccess(body)) return 'none'
  const numbers: number[] = []
  for (const { record, listed } of recordsOf(body)) {
    if (listed) continue
    const fields = fieldsOf(record)
    for (const name of errorCodeNames) {
      const value = fields.get(name)?.value
      if ((numberOf(value) ?? 0) !== 0 && codeOf(value, []).length > 0) return 'sure'
    }
  }
  for (const value of codesIn(body)) {
    const number = numberOf(value)
    if (number !== null && number < 0) return 'sure'
    if (number !== null && number % 1 === 0 && !(number >= 200 && number < 300)) numbers.push(number)
    if (typeof value === 'string' && isNamedRefusal(value.trim())) return 'sure'
  }
  return numbers.length === 0 ? 'none' : isBare(body) ? 'sure' : 'likely'
}

const idle = ['request_id', 'trace_id', 'log_id', 'sid', 'success', 'time', 'timestamp', 'time_elapsed']
const bareNames = new Set([...codeNames, ...statusCodeNames, ...errorNames, ...messageNames, ...idle])

/** Whether an answer has nothing but codes and words. */
function isBare(body: unknown): boolean {
  const records = recordsOf(body)
  const inside = new Set<unknown>(records.map(({ record }) => record))
  return records.every(({ record }) =>
    [...fieldsOf(record)].every(([name, { value }]) => {
      if (bareNames.has(name) || inside.has(value)) return true
      return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
    }),
  )
}

const refusalWord =
  /invalid|denied|error|fail|forbidden|unauthor|not[_ -]|missing|exceed|insufficient|limit|refus|reject|block|illegal|disabled|expired|unsupported|bad[_ -]|unavailable|arrear|exhaust/i

/** A code in words: no sentence, and not that of a state. */
const isNamedRefusal = (code: string): boolean =>
  code.length <= 100 &&
  refusalWord.test(code) &&
  !/^(no|non)[_ -]?error/i.test(code) &&
  phaseOf(code) !== 'queued' &&
  phaseOf(code) !== 'running'
