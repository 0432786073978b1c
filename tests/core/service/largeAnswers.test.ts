import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { cases } from '../../../scripts/testRun/cases'
import { type CoreProgram, coreProgram } from '../../support/coreProgram'
import { temporaryFolder } from '../../support/temporaryFolder'
import { httpService } from './serviceHarness'

const megabyte = 1024 * 1024
/** Generous: incoming data is held in 64 KB pieces, the rest is garbage not yet collected. */
const memoryBound = 256 * megabyte

const tookSchema = z.object({
  kind: z.string(),
  code: z.string().nullable(),
  grown: z.number(),
  digests: z.array(z.string()),
})

describe('an answer in a process of its own', () => {
  let program: CoreProgram
  beforeAll(async () => {
    program = await coreProgram('tests/core/service/answerProcess.ts')
  })

  /** `write` produces the large answer, until it is done or nobody reads any more. */
  async function taken(write: (response: ServerResponse) => Promise<void>) {
    const { baseUrl } = await httpService((_, response, { url }) => {
      const small = { data: [{ b64_json: randomBytes(100_000).toString('base64') }] }
      if (url.startsWith('/small')) response.end(JSON.stringify(small))
      else void write(response)
    })
    const folder = temporaryFolder()
    const given = { folder, small: `${baseUrl}/small`, large: `${baseUrl}/large` }
    const child = fork(program.path, [JSON.stringify(given)], { execArgv: [] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [message] = await once(child, 'message')
    return { ...tookSchema.parse(message), folder }
  }

  /** Writes as fast as it is read; returns false once nobody reads. */
  async function send(response: ServerResponse, text: string): Promise<boolean> {
    if (response.destroyed) return false
    if (!response.write(text)) await Promise.race([once(response, 'drain'), once(response, 'close')])
    return !response.destroyed
  }

  test('with 40 MB of images in base64 reaches files byte for byte, in little memory', async () => {
    const images = Array.from({ length: 4 }, () => randomBytes(7.5 * megabyte))
    const answer = await taken(async (response) => {
      await send(response, '{"data":[')
      for (const [at, image] of images.entries())
        await send(response, `${at > 0 ? ',' : ''}{"b64_json":"${image.toString('base64')}"}`)
      response.end(']}')
    })
    expect(answer.digests).toEqual(images.map((image) => createHash('sha256').update(image).digest('hex')))
    expect(answer.kind).toBe('accepted')
    expect(answer.grown).toBeLessThan(memoryBound)
  })

  test.each([
    [
      'much base64 that is none',
      '{"data":[{"b64_json":"',
      'QUJD'.repeat(65_536),
      cases(50, 300),
      ' not"}]}',
      'answerEmpty',
    ],
    ['base64 without end', '{"data":[{"b64_json":"', 'QUJD'.repeat(65_536), 2000, '', 'answerTooLarge'],
    ['2 GB of JSON', '[', '{"url":null,"status":"pending"},'.repeat(8192), 2000, '{}]', 'answerTooLarge'],
    ['2 GB of nesting', '', '[{"data":'.repeat(29_000), 2000, '', 'answerTooLarge'],
    ['a text without end', '<html>', 'never the end of it '.repeat(13_000), 2000, '', 'answerTooLarge'],
  ])('of %s ends in little memory, and leaves nothing', async (_, head, piece, megabytes, tail, code) => {
    const answer = await taken(async (response) => {
      let listens = await send(response, head)
      for (let sent = 0; listens && sent < megabytes * megabyte; sent += piece.length)
        listens = await send(response, piece)
      response.end(tail)
    })
    expect(answer).toMatchObject({ kind: 'uncertain', code })
    expect(answer.grown).toBeLessThan(memoryBound)
    // The file of the small answer.
    expect(await readdir(answer.folder)).toHaveLength(1)
  })
})
