import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type BodyEnd, bodyText, decompressed, readBody } from '../../../../electron/core/service/answerBody'
import { type AnswerFrame, createAnswerFrame } from '../../../../electron/core/service/answerFrame'
import { readAnswer } from '../../../../electron/core/service/answers/answerReading'
import type { RawAnswer } from '../../../../electron/core/service/answers/rawAnswer'
import { createKeyRedactor } from '../../../../electron/core/service/keyRedaction'
import { answeredPoll, answeredTest } from '../../../../electron/core/service/pollVerdict'
import { createSpool } from '../../../../electron/core/service/spool'
import { spoolImages } from '../../../../electron/core/service/spoolImages'
import { answeredSubmit } from '../../../../electron/core/service/submitVerdict'
import type { Random } from '../../random'
import { answers, compressedAnswers, type Encoding, encodings } from '../corpora/answers'
import { assertConnectionTest, assertVerdict } from '../expectations'
import type { Input, Reader } from '../reader'
import { strayFiles } from '../strayFiles'

const key = 'sk-live/Ab+9=xYz_Q-41'
const prompt = 'a lighthouse'
const now = Date.UTC(2026, 2, 1, 12)
/** Bytes; the app's own limit is far above what is tried here thousands of times. */
const maximumBytes = 1024 * 1024

const statuses = [200, 200, 200, 202, 204, 302, 400, 401, 402, 404, 407, 409, 429, 500, 502, 599] as const
const types = [
  'application/json',
  'text/html',
  'text/plain; charset=utf-16le',
  'application/json; charset=x',
  '',
] as const
const waits = ['1', '-1', '1e99', 'Thu, 01 Jan 1970 00:00:00 GMT', 'soon'] as const

/** In pieces, as they arrive from the network. */
async function* pieces({ bytes, random }: Input): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const end = at + random.whole(1, 2 * bytes.length)
    yield bytes.subarray(at, end)
    at = end
  }
}

/**
 * Reads bodies as they arrive from a service, each as the answer to a paid request, to a poll and to a test.
 */
function bodyReader(folder: string, open: (input: Input) => AsyncIterable<Uint8Array>) {
  const spoolFolder = join(folder, 'spool')
  const spool = createSpool(spoolFolder)
  const redact = createKeyRedactor(key)

  async function rawAnswer(frame: AnswerFrame, end: BodyEnd, random: Random): Promise<RawAnswer> {
    const lifted: Record<string, string> = {}
    for (const lift of frame.lifts) {
      const path = await lift.end()
      if (path === null) await lift.discard()
      else lifted[lift.mark] = path
    }
    const headers = { 'content-type': random.pick(types), 'retry-after': random.pick(waits) }
    const complete = end === 'whole'
    const text = redact(bodyText(frame.bytes(), headers['content-type']), { cut: !complete })
    return { status: random.pick(statuses), headers, lifted, complete, body: { kind: 'text', text } }
  }

  async function read(input: Input): Promise<'taken' | 'refused'> {
    const { random } = input
    const owner = 'fuzz'
    const prefix = random.chance(0.5) ? 'attempt-' : ''
    const frame = createAnswerFrame({ spool, redact, owner, prefix })
    const end = await readBody(open(input), frame, maximumBytes)
    const raw = await rawAnswer(frame, end, random)
    const answer = await readAnswer(raw, { prompt, now })
    const images = () => spoolImages(answer.task, { owner, spool, lifted: raw.lifted })
    const submitted = await answeredSubmit(answer, prompt, images)
    assertVerdict(submitted, spoolFolder)
    assertVerdict(await answeredPoll(answer, { taskId: 'batch_01', prompt }, images), spoolFolder)
    assertConnectionTest(answeredTest(answer))
    if (submitted.kind === 'accepted') await spool.sweep(() => ({ paths: [], owners: [], unknown: [] }), now)
    return submitted.kind === 'accepted' ? 'taken' : 'refused'
  }

  return { read, close: () => strayFiles(folder, /^spool\/[\w-]+\.(bin|txt|part)$/) }
}

/** Uncompressed bodies. */
export function answerReader(folder: string): Reader {
  return { corpus: answers, limitMs: 10_000, atOnce: 1, ...bodyReader(folder, pieces) }
}

/** The encoding it originally had. */
function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0x1f) return 'gzip'
  return bytes[0] === 0x78 ? 'deflate' : 'br'
}

/** Compressed bodies, now and then with another encoding than declared. */
export function compressedReader(folder: string): Reader {
  const corpora = encodings.map(compressedAnswers)
  const [first, ...others] = corpora
  if (first === undefined) throw new Error('no encodings')
  const open = (input: Input) => {
    const { bytes, random } = input
    const body = Readable.from(pieces(input))
    return decompressed(body, random.chance(0.1) ? random.pick(encodings) : encodingOf(bytes))
  }
  return {
    corpus: {
      entries: [first.entries[0], ...corpora.flatMap(({ entries }) => entries)],
      tokens: [first.tokens[0], ...others.flatMap(({ tokens }) => tokens)],
    },
    limitMs: 10_000,
    atOnce: 1,
    ...bodyReader(folder, open),
  }
}
