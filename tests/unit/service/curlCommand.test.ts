import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CopiedRequest, curlCommand, keyVariable } from '../../../electron/core/service/curlCommand'
import { callHeaders, paidHeaders, requestBody } from '../../../electron/core/service/endpoints'
import { curlCall, runCurl } from '../../support/printingCurl'
import { runInCmd, runInPowerShell, type ShellRun } from '../../support/windowsShells'

const key = 'sk-$HOME`id`"\'\\ x'

function copied(prompt: string): CopiedRequest {
  return {
    url: "https://h.example/it's/$(id)/[1-3]/{a,b}/images/generations",
    headers: { ...callHeaders({ key: keyVariable }), ...paidHeaders("job'1$(id)") },
    body: requestBody('direct', { model: 'm', prompt, n: 2 }),
  }
}

const sent = (request: CopiedRequest, its = key): CopiedRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${its}` },
})

/** Prompts that mean something to one of the shells. */
const hostile = [
  ['quotes', `it's "so" ''`],
  ['what a shell would expand', '$HOME $(id) `id` !! ~ * \\'],
  ['lines', 'one\ntwo\r\n\tEOF\n'],
  ['a NUL and other control characters', '\0\u0007\u001b[2J\u007f'],
  ['a file name for curl', '@/etc/passwd'],
  ['half a character', '\ud83c'],
  ['curly quotes, which end texts of PowerShell', "a\u2019; calc.exe; \u2018\u201a\u201b\u201c'"],
  ['commands of PowerShell', "'; Remove-Item -Recurse C:\\ #\n@'\n$(calc.exe)\n'@ --%"],
  ['commands of cmd', '" & calc.exe & echo " | more > x < y ^& %PATH% %TEMP:~0,1% !PATH! ^'],
  ['ends of line and file', '/? )\r\ncalc.exe\r\n\u001a'],
  ['backslashes before quotes', '\\" \\\\" \\'],
  ['every script', 'منارة 漢字 👩‍👩‍👧 é\u2028'],
] as const

describe.each(['sh', 'bash'] as const)('%s gives curl', (shell) => {
  const run = (request: CopiedRequest) => runCurl(curlCommand(request, 'bash'), key, shell)

  test('exactly the address, the headers and the body, whatever the prompt, and the key from its variable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (prompt) => {
        const request = copied(prompt)
        expect(run(request)).toEqual(sent(request))
      }),
      { numRuns: 50 },
    )
  })

  test.each(hostile)('%s in a prompt as they are', (_, prompt) => {
    const request = copied(prompt)
    expect(run(request)).toEqual(sent(request))
  })

  test('a body too long for an argument through a pipe', () => {
    const request = copied("it's long ".repeat(100_000))
    expect(run(request)).toEqual(sent(request))
  })
})

type Run = (command: string, variables: Readonly<Record<string, string>>) => ShellRun

const windows: readonly (readonly [string, 'powerShell' | 'cmd', Run])[] = [
  ['Windows PowerShell 5.1', 'powerShell', (text, variables) => runInPowerShell(text, variables, '5.1')],
  ['PowerShell 7', 'powerShell', (text, variables) => runInPowerShell(text, variables, '7')],
  ['cmd', 'cmd', runInCmd],
]

describe.each(windows)('%s runs nothing but curl, and gives it', (_, shell, run) => {
  const itsKey = "sk-a&b|c<d>e^f(g)%PATH%!'$x`"

  /** `body`: JSON of the same value. */
  function call(request: CopiedRequest) {
    const { words, files, left } = run(curlCommand(request, shell), {
      ...{ CYANOTYPE_API_KEY: itsKey, PATH: 'C:\\Windows', E2: 'not this' },
    })
    expect(left).toEqual([])
    const { body, ...rest } = curlCall(words, (name) => files.get(name))
    return { ...rest, body, value: JSON.parse(body) }
  }

  function expectSent(request: CopiedRequest): void {
    const { body, value, ...rest } = call(request)
    const { body: wanted, ...wantedRest } = sent(request, itsKey)
    expect(rest).toEqual(wantedRest)
    expect(value).toEqual(JSON.parse(wanted))
    // Whatever the shell is set to, it changes nothing in such a text.
    expect(body).toMatch(/^[\w {}[\]:,"\\.+/-]*$/)
  }

  test('the address, the headers and the same JSON, whatever the prompt, and the key from its variable', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (prompt) =>
        expectSent(copied(prompt)),
      ),
      { numRuns: 500 },
    )
  })

  test('the same JSON of whatever was sent', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (body) => expectSent({ ...copied(''), body })),
      { numRuns: 300 },
    )
  })

  test.each(hostile)('%s in a prompt', (_name, prompt) => expectSent(copied(prompt)))

  test('an address that means something to the shell', () => {
    const url = 'https://h.example/%PATH%/%E2%9C%93/a&calc.exe|b^c!d(e)>f<g/it’s/;`x`?q=%TEMP%'
    expectSent({ ...copied('a fern'), url })
  })

  test('a body of any length, in short lines', () => {
    const request = copied('it’s "long" & 100 % '.repeat(20_000))
    expectSent(request)
    const lines = curlCommand(request, shell).split('\r\n')
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(8_000)
  })

  test('the digits of what was added to a request, and its blanks', () => {
    const body = '{"model":"m","prompt":"p","seed":\n 12345678901234567890123,\t"x":1e+5}'
    expect(call({ ...copied(''), body }).body).toBe(body.replaceAll(/[\n\t]/g, ' '))
  })
})

test.each(['bash', 'powerShell', 'cmd'] as const)('%s waits for Enter once a copy is pasted', (shell) => {
  const lines = curlCommand(copied('a fern'), shell).split('\n')
  expect(lines.findIndex((line) => /--data|--data-raw/.test(line))).toBe(lines.length - 1)
})

test('no copy has the key', () => {
  for (const shell of ['bash', 'powerShell', 'cmd'] as const)
    expect(curlCommand(copied('a fern'), shell)).toContain('CYANOTYPE_API_KEY')
})
