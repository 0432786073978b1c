import OpenAI, { AuthenticationError, BadRequestError, RateLimitError } from 'openai'
import { describe, expect, test } from 'vitest'
import { bytesOf, type Demo, demoKey, startDemo } from './demoHarness'

const clientOf = (demo: Demo, prefix: string, apiKey: string = demoKey) =>
  new OpenAI({ apiKey, baseURL: demo.baseUrl + prefix, maxRetries: 0 })

describe('the demo service, used by the official openai SDK unmodified', () => {
  test.each(['/v1', '/api/v1'])('returns images under %s', async (prefix) => {
    const demo = await startDemo()
    const result = await clientOf(demo, prefix).images.generate({
      model: 'aurora-2',
      prompt: 'Paper crane',
      size: '256x256',
      n: 2,
    })
    expect(result.data?.map(({ revised_prompt }) => revised_prompt)).toEqual([
      expect.stringContaining('Paper crane'),
      expect.stringContaining('Paper crane'),
    ])
    const bytes = await Promise.all((result.data ?? []).map(({ url }) => bytesOf(url)))
    expect(bytes.map(({ length }) => length > 100)).toEqual([true, true])
  })

  test('refuses in a form that the SDK understands', async () => {
    const demo = await startDemo()
    const request = { model: 'aurora-2', prompt: 'Paper crane' }
    const refused = clientOf(demo, '/v1', 'other').images.generate(request)
    await expect(refused).rejects.toThrow(AuthenticationError)
    const unknown = clientOf(demo, '/v1').images.generate({ ...request, model: 'nothing' })
    await expect(unknown).rejects.toThrow(BadRequestError)
    await expect(unknown).rejects.toMatchObject({ code: 'model_not_found', param: 'model' })
    const limited = clientOf(demo, '/v1').images.generate({ ...request, prompt: 'Paper crane [429]' })
    await expect(limited).rejects.toThrow(RateLimitError)
  })
})
