import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { eventually } from '../support/eventually'
import { expect, test } from './fixtures/app'
import type { Profile } from './fixtures/profile'

const pagesSchema = z.array(z.object({ type: z.string(), url: z.string(), title: z.string() }))

test('starting the app while it is still stopping brings it back', async ({ launch, profile }) => {
  test.skip(!existsSync('/proc'), 'the process that comes is found in /proc, which is not here')
  const { electron } = await launch(profile)
  const first = electron.process()
  const gone = once(first, 'exit')
  // What a second start of the app sends the first one, just as that stops.
  await electron.evaluate(({ app }) => {
    app.quit()
    app.emit('second-instance')
  })
  await gone
  const next = await eventually(() => mainProcess(profile, first.pid), { what: 'the app that came back' })
  try {
    const pages = await eventually(() => openPages(profile), { what: 'its window' })
    expect(pages.map(({ title }) => title)).toEqual(['Cyanotype'])
  } finally {
    process.kill(next, 'SIGKILL')
    await eventually(() => !existsSync(`/proc/${next}`), { what: 'its end' })
  }
})

/** The app’s main process on a profile, other than the one before. */
function mainProcess(profile: Profile, before: number | undefined): number | null {
  const found = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || Number(name) === before) return false
    const command = commandLine(name)
    return command.includes(`--user-data-dir=${profile.folder}`) && !command.includes('--type=')
  })
  return found.length === 1 ? Number(found[0]) : null
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/**
 * The pages Chromium shows, as reported at its own debugging port, which it writes to the profile; null until there is
 * a port.
 */
async function openPages(profile: Profile): Promise<z.infer<typeof pagesSchema> | null> {
  try {
    const [port] = readFileSync(join(profile.folder, 'DevToolsActivePort'), 'utf8').split('\n')
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
    const pages = pagesSchema.parse(await answer.json()).filter(({ type }) => type === 'page')
    return pages.some(({ title }) => title === 'Cyanotype') ? pages : null
  } catch {
    return null
  }
}
