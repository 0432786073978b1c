import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { z } from 'zod'
import { answerParent, scriptTask } from './scriptTask'

/** A script for background requests as one might write it in an hour: polls each task every 2 s and saves its image. */
const { baseUrl, apiKey, model, jobs, inFlight, folder } = scriptTask()
const pollMs = 2000
const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
const submitted = z.object({ task_id: z.string() })
const polled = z.object({ status: z.string(), data: z.array(z.object({ url: z.string().nullable() })) })

async function one(number: number): Promise<void> {
  const request = { model, prompt: 'A study of a coast', async: true }
  const answer = await fetch(`${baseUrl}/api/v1/images/generations`, {
    method: 'POST',
    headers,
    body: JSON.stringify(request),
  })
  const { task_id } = submitted.parse(await answer.json())
  for (;;) {
    await pause(pollMs)
    const task = polled.parse(
      await (await fetch(`${baseUrl}/api/v1/images/tasks/${task_id}`, { headers })).json(),
    )
    if (task.status !== 'completed') continue
    const image = await fetch(z.string().parse(task.data[0]?.url))
    await writeFile(join(folder, String(number)), Buffer.from(await image.arrayBuffer()))
    return
  }
}

const limit = pLimit(inFlight)
const started = performance.now()
await Promise.all(Array.from({ length: jobs }, (_, number) => limit(() => one(number))))
answerParent(performance.now() - started)
