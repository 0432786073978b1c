import { isRecord, type JsonRecord } from './json'
import { fieldsOf } from './records'

/** Plain names of fields with the address at which a task is asked for. */
const askNames = [
  'poll_url',
  'polling_url',
  'status_url',
  'task_url',
  'get_url',
  'query_url',
  'fetch_url',
  'status_endpoint',
] as const

/** Whether a text is an address, or a path from the root of a service. */
export const isAddress = (text: string): boolean => text.length <= 2000 && /^(https?:\/\/|\/)\S+$/.test(text)

/** The address at which a record says that its task is asked for, as written; null if it names none. */
export function addressToAsk(record: JsonRecord): string | null {
  const fields = fieldsOf(record)
  const links: unknown = fields.get('url')?.value
  const linked = isRecord(links) ? fieldsOf(links).get('get')?.value : null
  for (const value of [...askNames.map((name) => fields.get(name)?.value), linked])
    if (typeof value === 'string' && isAddress(value)) return value
  return null
}

export const hasAddressToAsk = (record: JsonRecord): boolean => addressToAsk(record) !== null
