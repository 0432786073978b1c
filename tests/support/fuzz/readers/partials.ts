import { mkdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pngFile } from '../../pngFile'
import { partials, partialUrl } from '../corpora/partials'
import { assertVerdict } from '../expectations'
import { hastyClient, startHostileServer } from '../hostileServer'
import type { Reader } from '../reader'
import { strayFiles } from '../strayFiles'

const maximumBytes = 64 * 1024
/** If a third try were needed, the download might never end. */
const triesAtMost = 2

const picture = pngFile({ edge: 8, colour: [8, 0], rows: Buffer.alloc(8 * 9) })
const head = [
  'HTTP/1.1 200 OK',
  'content-type: image/png',
  `content-length: ${picture.length}`,
  'connection: close',
  '\r\n',
].join('\r\n')
const answer = Buffer.concat([Buffer.from(head), picture])

/**
 * Parts of downloads that someone else left in a library: the image arrives anyway, whole or as it was left.
 */
export async function partialReader(folder: string): Promise<Reader> {
  const server = await startHostileServer()
  const client = hastyClient(join(folder, 'spool'))
  const { origin } = new URL(server.baseUrl)
  const target = {
    baseUrl: server.baseUrl,
    pathPrefix: '',
    key: null,
    proxy: null,
    allowedOrigins: [origin],
  }
  mkdirSync(join(folder, 'downloads'))
  const { signal } = new AbortController()

  return {
    corpus: partials,
    limitMs: 20_000,
    atOnce: 4,
    async read({ bytes, index, random }) {
      const toFile = join(folder, 'downloads', `${index}.part`)
      const url = `${server.baseUrl}/picture.png`
      const left = Buffer.alloc(random.pick([0, 40, 40, 68, random.whole(1, 80)]), 'x')
      await writeFile(toFile, left)
      const record = bytes.toString('latin1').replaceAll(partialUrl, url)
      await writeFile(`${toFile}.json`, Buffer.from(record, 'latin1'))
      server.answers.set(String(index), { bytes: answer, isCut: false, random })
      try {
        for (let tries = 1; ; tries++) {
          const options = { toFile, target, withKey: false, maximumBytes, signal }
          const verdict = await client.download(`${url}?i=${index}`, options)
          assertVerdict(verdict, folder)
          if (verdict.kind === 'fetched') break
          if (tries === triesAtMost) throw new Error(`not fetched: ${JSON.stringify(verdict)}`)
        }
        const fetched = await readFile(toFile)
        if (fetched.equals(picture)) return 'refused'
        if (fetched.equals(left)) return 'taken'
        throw new Error(`${fetched.length} bytes that are neither the image nor what was left`)
      } finally {
        server.answers.delete(String(index))
        await rm(toFile, { force: true })
        await rm(`${toFile}.json`, { force: true })
      }
    },
    async close() {
      await client.close()
      await server.close()
      return strayFiles(folder, /^$/)
    },
  }
}
