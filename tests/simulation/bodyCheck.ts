import { type JobRequest, jobRequestSchema, type Mode } from '@shared/model/draft'
import type { ExtraField } from '@shared/model/extraFields'
import { look } from './openDatabase'
import { type Orders, promptName } from './orders'
import type { World } from './world'

/** What the user types as extra fields, with the member that must be on the wire for it. */
const typed: readonly (ExtraField & { readonly sent: string })[] = [
  { name: 'seed', value: '9007199254740993', sent: '"seed":9007199254740993' },
  { name: 'quality', value: 'high', sent: '"quality":"high"' },
  { name: 'quality', value: ' 1.50', sent: '"quality":1.50' },
  { name: 'negative_prompt', value: '"no" fog\n', sent: String.raw`"negative_prompt":"\"no\" fog\n"` },
  {
    name: '__proto__',
    value: '{"a": [1e0, "\\u00e9"]}',
    sent: String.raw`"__proto__":{"a": [1e0, "\u00e9"]}`,
  },
]

export const extraChoices: readonly [ExtraField[], ...ExtraField[][]] = [
  [],
  [],
  ...[[0], [1], [2, 0], [3, 4]].map((places) =>
    typed.flatMap(({ name, value }, at) => (places.includes(at) ? [{ name, value }] : [])),
  ),
]

/** The body that a frozen request must have on the wire. */
function bodyOf(
  mode: Mode,
  { model, prompt, size, n, image, extra = [], connectionExtra = [] }: JobRequest,
): string {
  const documented = JSON.stringify({
    model,
    prompt,
    size,
    n,
    image,
    async: mode === 'background' ? true : undefined,
  })
  const replaced = connectionExtra.map((field) => extra.find(({ name }) => name === field.name) ?? field)
  const added = extra.filter(({ name }) => !connectionExtra.some((field) => field.name === name))
  const members = [...replaced, ...added].map(
    ({ name, value }) => typed.find((one) => one.name === name && one.value === value)?.sent,
  )
  return members.length === 0 ? documented : `${documented.slice(0, -1)},${members.join(',')}}`
}

interface Queued {
  readonly id: string
  readonly mode: Mode
  readonly request: string
}

/** Remembers what was queued as its rows are now: from now on nothing may change it. */
export function freeze(
  { frozen }: Pick<Orders, 'frozen'>,
  rows: readonly Pick<Queued, 'id' | 'request'>[],
): void {
  for (const { id, request } of rows) frozen.set(id, frozen.get(id) ?? request)
}

export const rowsOf = (batchId: string): readonly Queued[] =>
  look<Queued>('SELECT id, mode, request_json AS request FROM jobs WHERE batch_id = :batchId', { batchId })

/** Judges the body of a paid request, byte for byte. */
export function createBodyCheck(world: World, orders: Orders): (key: string, body: string) => void {
  const bodies = new Map<string, string>()
  return (key, body) => {
    const before = bodies.get(key) ?? body
    bodies.set(key, body)
    if (before !== body) world.fault(`${key} was the key of ${before} and is now that of ${body}`)
    const [job] = look<Queued>('SELECT id, mode, request_json AS request FROM jobs WHERE id = :key', { key })
    if (job === undefined) return
    freeze(orders, [job])
    const was = orders.frozen.get(key)
    if (was !== job.request) world.fault(`${key} was queued as ${was} and is now ${job.request}`)
    const request = jobRequestSchema.parse(JSON.parse(job.request))
    const typed = orders.typed.get(promptName(request.prompt)) ?? []
    if (!typed.some((extra) => JSON.stringify(extra) === JSON.stringify(request.extra ?? [])))
      world.fault(
        `${key} asks for “${request.prompt}” with ${JSON.stringify(request.extra)}, which nobody typed`,
      )
    const wanted = bodyOf(job.mode, request)
    if (body !== wanted) world.fault(`${key} is sent as ${body}, not as ${wanted}`)
  }
}
