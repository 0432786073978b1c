import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import OpenAI from 'openai'
import pLimit from 'p-limit'
import { z } from 'zod'
import { answerParent, scriptTask } from './scriptTask'

/** Direct requests with the official SDK at its defaults, each image saved. */
const { baseUrl, apiKey, model, jobs, inFlight, folder } = scriptTask()
const client = new OpenAI({ apiKey, baseURL: `${baseUrl}/v1` })

async function one(number: number): Promise<void> {
  const result = await client.images.generate({ model, prompt: 'A study of a coast', n: 1 })
  const image = await fetch(z.string().parse(result.data?.[0]?.url))
  await writeFile(join(folder, String(number)), Buffer.from(await image.arrayBuffer()))
}

const limit = pLimit(inFlight)
const started = performance.now()
await Promise.all(Array.from({ length: jobs }, (_, number) => limit(() => one(number))))
answerParent(performance.now() - started)
