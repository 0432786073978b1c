import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CopiedRequest, curlCommand, keyVariable } from '../../../electron/core/service/curlCommand'
import { callHeaders, paidHeaders, requestBody } from '../../../electron/core/service/endpoints'
import { runCurl } from '../../support/printingCurl'

const key = 'sk-$HOME`id`"\'\\ x'

function copied(prompt: string): CopiedRequest {
  return {
    url: "https://h.example/it's/$(id)/[1-3]/{a,b}/images/generations",
    headers: { ...callHeaders({ key: keyVariable }), ...paidHeaders("job'1$(id)") },
    body: requestBody('direct', { model: 'm', prompt, n: 2 }),
  }
}

const sent = (request: CopiedRequest): CopiedRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${key}` },
})

test('a shell gives curl exactly the address, the headers and the body, whatever the prompt, and the key from its variable', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (prompt) => {
      const request = copied(prompt)
      expect(runCurl(curlCommand(request), key)).toEqual(sent(request))
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['quotes', `it's "so" ''`],
  ['what a shell would expand', '$HOME $(id) `id` !! ~ * \\'],
  ['lines', 'one\ntwo\r\n\tEOF\n'],
  ['a NUL and other control characters', '\0\u0007\u001b[2J'],
  ['a file name for curl', '@/etc/passwd'],
  ['half a character', '\ud83c'],
])('%s in a prompt reach curl as they are', (_, prompt) => {
  const request = copied(prompt)
  expect(runCurl(curlCommand(request), key)).toEqual(sent(request))
})

test('a body too long for an argument is piped', () => {
  const request = copied("it's long ".repeat(100_000))
  expect(runCurl(curlCommand(request), key)).toEqual(sent(request))
})
