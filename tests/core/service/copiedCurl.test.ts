import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type CopiedRequest, curlCommand, keyVariable } from '../../../electron/core/service/curlCommand'
import { callHeaders, paidHeaders, requestBody } from '../../../electron/core/service/endpoints'
import { temporaryFolder } from '../../support/temporaryFolder'
import { runInCmd, runInPowerShell } from '../../support/windowsShells'
import { httpService } from './serviceHarness'

const hasCurl = spawnSync('curl', ['--version']).status === 0
const key = 'sk-live-42'
const prompt = `it's "so" \u2019; $(id) \`id\` & | ^ % !PATH! <b> \\ 漢字 👩‍👧\nnext\r\n\0end`
const env = { PATH: process.env.PATH ?? '', CYANOTYPE_API_KEY: key }
const run = promisify(execFile)

/** Runs a copied command as its shell does, down to the real curl. */
const runs: Readonly<Record<string, (request: CopiedRequest) => Promise<unknown>>> = {
  sh: (request) => inPosixShell('sh', request),
  bash: (request) => inPosixShell('bash', request),
  'PowerShell 5.1': (request) =>
    inWindowsShell(runInPowerShell(curlCommand(request, 'powerShell'), env, '5.1')),
  'PowerShell 7': (request) => inWindowsShell(runInPowerShell(curlCommand(request, 'powerShell'), env, '7')),
  cmd: (request) => inWindowsShell(runInCmd(curlCommand(request, 'cmd'), env)),
}

function inPosixShell(shell: string, request: CopiedRequest): Promise<unknown> {
  const file = join(temporaryFolder(), 'command')
  writeFileSync(file, curlCommand(request, 'bash'))
  return run(shell, [file], { env })
}

function inWindowsShell({ words, files }: ReturnType<typeof runInCmd>): Promise<unknown> {
  const folder = temporaryFolder()
  const ours = words.map((word) => {
    const content = files.get(word.replace(/^@/, ''))
    if (content === undefined) return word
    writeFileSync(join(folder, 'body'), content)
    return `@${join(folder, 'body')}`
  })
  return run('curl', ours, { env })
}

test.skipIf(!hasCurl).each(Object.keys(runs))(
  'a service gets from a copy in %s what Cyanotype sent',
  async (shell) => {
    const service = await httpService((_, response) => response.end('{}'))
    const request = {
      url: `${service.baseUrl}/it's/[1-3]/images/generations`,
      headers: { ...callHeaders({ key: keyVariable }), ...paidHeaders('job-1') },
      body: requestBody('direct', { model: 'm', prompt, n: 2 }),
    }
    await runs[shell]?.(request)
    expect(service.received).toHaveLength(1)
    const [got] = service.received
    expect(got).toMatchObject({ method: 'POST', url: new URL(request.url).pathname })
    expect(got?.headers).toMatchObject({ ...request.headers, authorization: `Bearer ${key}` })
    if (shell === 'sh' || shell === 'bash') expect(got?.body).toBe(request.body)
    expect(JSON.parse(got?.body ?? '')).toEqual(JSON.parse(request.body))
  },
)
