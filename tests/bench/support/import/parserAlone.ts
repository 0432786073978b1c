import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { namedElectron } from '../benchApp'

/** Creates every record and does nothing with it. */
const program = `
  const { createReadStream } = require('node:fs')
  const { parse } = require('csv-parse')
  void (async () => {
    const started = performance.now()
    for await (const record of createReadStream(process.argv[1]).pipe(parse())) void record
    console.log(performance.now() - started)
  })()`

/**
 * Milliseconds csv-parse takes for a file on its own, in the app's own runtime without a window, not counting startup.
 */
export async function parserAlone(path: string): Promise<number> {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const { stdout } = await promisify(execFile)(namedElectron(), ['-e', program, path], { env })
  const ms = Number(stdout)
  if (!(ms > 0)) throw new Error(`the parser said ${stdout}`)
  return ms
}
