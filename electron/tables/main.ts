import { parentChannel } from '@shared/processes/parentChannel'
import { tableRequestSchema } from '@shared/processes/tables'
import { z } from 'zod'
import { createTableServer } from './tableServer'

// What this process writes is in the profile, and only this user may read it.
process.umask(0o077)
const folder = z.string().parse(process.argv[2])
const channel = parentChannel(process)
channel.onClosed(() => process.exit())
const server = createTableServer({ folder, say: (answer) => channel.send(answer) })

channel.onMessage((message) => server.handle(tableRequestSchema.parse(message)))
channel.send({ kind: 'ready' })
