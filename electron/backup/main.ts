import type { BackupMessage } from '@shared/processes/backup'
import { parentChannel } from '@shared/processes/parentChannel'
import { z } from 'zod'
import { copyFile, isSound } from './copy'

// What this process writes is in the profile, and only this user may read it.
process.umask(0o077)
const [from, to] = z.tuple([z.string(), z.string()]).parse(process.argv.slice(2))
const channel = parentChannel(process)
channel.onClosed(() => process.exit())
const say = (message: BackupMessage): void => channel.send(message)

async function run(): Promise<void> {
  await copyFile(from, to)
  say({ kind: 'copied' })
  say(isSound(to) ? { kind: 'checked' } : { kind: 'failed', cause: 'unsound' })
}

function causeOf(problem: unknown): string {
  if (!(problem instanceof Error)) return 'unknown'
  return 'code' in problem && typeof problem.code === 'string' ? problem.code : problem.name
}

run().catch((problem: unknown) => say({ kind: 'failed', cause: causeOf(problem) }))
