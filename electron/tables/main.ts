import { appError } from '@shared/errors'
import { parentChannel } from '@shared/processes/parentChannel'
import { type TableAnswer, tableRequestSchema } from '@shared/processes/tables'

const channel = parentChannel(process)
channel.onClosed(() => process.exit())
const say = (answer: TableAnswer): void => channel.send(answer)

channel.onMessage((message) => {
  const { id } = tableRequestSchema.parse(message)
  say({ kind: 'failed', id, error: appError('rowMissing') })
})
say({ kind: 'ready' })
