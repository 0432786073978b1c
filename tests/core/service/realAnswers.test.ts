import { expect, test } from 'vitest'
import {
  type AnswerCase,
  answerCases,
  judged,
  otherwise,
  readCase,
  wireAnswer,
} from '../../support/answerCases'
import { httpService, startClient, target } from './serviceHarness'

test('answers of real services are read as a knowledgeable user reads them', async () => {
  let current: AnswerCase | undefined
  const service = await httpService((_, response) => {
    if (current === undefined) throw new Error('no case')
    const { headers, bytes } = wireAnswer(current)
    response.writeHead(current.httpStatus, headers).end(bytes)
  })
  const { client } = startClient()
  const wrong: string[] = []
  for (const one of answerCases.filter(({ name }) => !otherwise.has(name))) {
    current = one
    const found = judged(one, await readCase(one, client, target(service.baseUrl)))
    if (found.length > 0) wrong.push(`${one.reach.padEnd(5)} ${one.name}: ${found.join('; ')}`)
  }
  expect(wrong).toEqual([])
})
