import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface ReadEntry {
  readonly name: string
  readonly bytes: number
  /** SHA-256. */
  readonly digest: string
  readonly isUtf8: boolean
}

const program = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as file:
    assert file.testzip() is None
    found = file.infolist()
    print(json.dumps({'count': len(found), 'entries': [{
        'name': one.filename, 'bytes': one.file_size, 'digest': hashlib.sha256(file.read(one)).hexdigest(),
        'isUtf8': bool(one.flag_bits & 0x800)} for one in found[:300] + found[300:][-1:]]}))
`

/** What Python finds in a ZIP, after it has read every byte: of very many entries the first 300, and the last. */
export async function readByPython(
  path: string,
): Promise<{ readonly count: number; readonly entries: readonly ReadEntry[] }> {
  const { stdout } = await run('python3', ['-c', program, path], { maxBuffer: 2 ** 26 })
  return JSON.parse(stdout)
}

/** What Info-ZIP complains of; empty for a sound ZIP. */
export const complaintsOfUnzip = async (path: string): Promise<string> =>
  (await run('unzip', ['-t', '-qq', path])).stderr

/** The bytes of one file. */
export async function extracted(path: string, name: string): Promise<string> {
  return (await run('unzip', ['-p', path, name], { maxBuffer: 2 ** 26 })).stdout
}

/** When a file was changed, in UTC, as Info-ZIP tells it. */
export async function timesIn(path: string): Promise<string> {
  return (await run('unzip', ['-Z', '-T', path], { env: { ...process.env, TZ: 'UTC' } })).stdout
}
