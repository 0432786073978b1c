import { mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FileWork } from '../../../../electron/core/service/serviceClient'
import type { Target } from '../../../../electron/core/service/target'
import { wholeAnswers } from '../corpora/answers'
import { assertConnectionTest, assertVerdict } from '../expectations'
import { hastyClient, startHostileServer } from '../hostileServer'
import type { Input, Reader } from '../reader'
import { strayFiles } from '../strayFiles'

const prompt = 'a lighthouse'
const maximumBytes = 64 * 1024
const atOnce = 6
const limitMs = 20_000
/** A drive may be slow: whatever arrives meanwhile must still be handled. */
const slowMs = 4

/** Keeps a redirected download on this server: `//` would begin another host. */
function homeward(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  if (!/location\s*:/i.test(text)) return bytes
  return Buffer.from(
    text
      .replaceAll('//', '/.')
      .replaceAll('\\', '.')
      .replace(/https?:/gi, 'x:'),
    'latin1',
  )
}

/**
 * Whole answers, head and body, as the client reads them from a socket: to paid requests, polls, tests and
 * downloads.
 */
export async function httpReader(folder: string): Promise<Reader> {
  const spoolFolder = join(folder, 'spool')
  const server = await startHostileServer()
  const client = hastyClient(spoolFolder)
  mkdirSync(join(folder, 'downloads'))
  /** A download resumes what an earlier one left, so each file serves one download at a time. */
  const files = Array.from({ length: atOnce }, (_, at) => join(folder, 'downloads', `${at}.part`))
  const { signal } = new AbortController()

  async function download(target: Target, { index, random }: Input): Promise<'taken' | 'refused'> {
    const toFile = files.pop() ?? join(folder, 'downloads', 'more.part')
    try {
      // What follows the question mark is not part of a download's identity.
      const url = `${server.baseUrl}/picture.png?i=${index}`
      const slow = random.chance(0.3)
      const work: FileWork = (call) => (slow ? pause(slowMs).then(call) : call())
      const options = { toFile, target, withKey: false, maximumBytes, files: work, signal }
      const verdict = await client.download(url, options)
      assertVerdict(verdict, spoolFolder)
      if (verdict.kind !== 'fetched') return 'refused'
      const { size } = await stat(toFile)
      if (size === 0 || size > maximumBytes) throw new Error(`${size} bytes were taken for an image`)
      return 'taken'
    } finally {
      files.push(toFile)
    }
  }

  async function ask(input: Input): Promise<'taken' | 'refused'> {
    const { index, random } = input
    const target: Target = {
      baseUrl: server.baseUrl,
      pathPrefix: `/i${index}`,
      key: 'sk-live-1234567890',
      proxy: null,
      allowedOrigins: [new URL(server.baseUrl).origin],
    }
    switch (random.pick(['paid', 'poll', 'poll', 'test', 'download', 'download'] as const)) {
      case 'paid': {
        const mode = random.pick(['direct', 'background'] as const)
        const request = { model: 'm', prompt, n: 1 }
        const attemptId = `attempt${index}`
        const sent = await client.send(target, { mode, request, idempotencyKey: null, attemptId }, { signal })
        const verdict = await client.readSubmit(sent, { prompt, attemptId })
        assertVerdict(verdict, spoolFolder)
        return verdict.kind === 'accepted' ? 'taken' : 'refused'
      }
      case 'poll': {
        const verdict = await client.poll(target, 'batch_01', { prompt, signal })
        assertVerdict(verdict, spoolFolder)
        return verdict.kind === 'task' ? 'taken' : 'refused'
      }
      case 'test': {
        const test = await client.test(target, { signal })
        assertConnectionTest(test)
        return test.outcome === 'reached' ? 'taken' : 'refused'
      }
      case 'download':
        return download(target, input)
    }
  }

  return {
    corpus: wholeAnswers,
    limitMs,
    atOnce,
    async read(input) {
      const { bytes, index, random } = input
      server.answers.set(String(index), { bytes: homeward(bytes), isCut: true, random })
      try {
        return await ask(input)
      } finally {
        server.answers.delete(String(index))
      }
    },
    async close() {
      await client.close()
      await server.close()
      return strayFiles(folder, /^(spool\/[\w-]+\.(bin|txt|part)|downloads\/\d\.part(\.json)?)$/)
    },
  }
}
