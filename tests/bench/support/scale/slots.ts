import { setTimeout as pause } from 'node:timers/promises'
import { namedElectron, startApp } from '../benchApp'
import { type Cost, createProbe } from './probe'
import { createWorld } from './world'

const jobs = 1000
const slots = 64

/** Small jobs, as many at once as a connection allows, from the press of Generate until the last image is saved. */
export async function costOfSlots(profile: string): Promise<Cost> {
  const { connectionId } = await createWorld(profile, { groups: [], images: 0, feed: 0, slots })
  const app = await startApp(namedElectron(), process.cwd(), {
    profile,
    usable: { role: 'textbox', name: 'Prompt' },
    env: { CYANOTYPE_DEMO: JSON.stringify({ taskMs: 1000, slots, side: 256 }) },
  })
  try {
    const probe = await createProbe(app)
    const draft = {
      prompt: 'Study of a fern',
      model: 'aurora-2',
      size: '',
      n: jobs,
      mode: 'background' as const,
      image: [],
    }
    return await probe.during(async () => {
      await probe.ask('jobs.enqueue', { connectionId, draft, first: false })
      let done = 0
      while (done < jobs) {
        // Rarely: each question costs the main process something.
        await pause(2_000)
        const { rows } = await probe.ask('batches.list', { text: '', offset: 0, limit: 1 })
        done = rows[0]?.done ?? 0
      }
    })
  } finally {
    await app.electron.close()
  }
}
