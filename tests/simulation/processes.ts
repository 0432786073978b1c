import { fileFormatOf } from '@shared/model/fileSignature'
import { imagingRequestSchema } from '@shared/processes/imaging'
import { tableRequestSchema } from '@shared/processes/tables'
import type { ChildChannel, Processes } from '../../electron/core/ports'
import { createTableServer } from '../../electron/tables/tableServer'
import type { Disk } from './disk'
import { formatOfPicture, judgePicture, sha256Of } from './picture'
import type { World } from './world'

/** The app's own child processes, as far as the world needs them. They read files whatever state the volume is in. */
export function createProcesses(world: World, disk: Disk): Processes {
  return {
    start(entry, args) {
      const messages = new Set<(message: unknown) => void>()
      const exits = new Set<(code: number | null) => void>()
      let isGone = false
      const say = (message: unknown, ms: number) =>
        world.after(ms, () => {
          if (!isGone) for (const listener of messages) listener(message)
        })
      const end = (code: number | null) => {
        if (isGone) return
        isGone = true
        world.after(1, () => {
          for (const listener of exits) listener(code)
        })
      }
      const tables =
        entry === 'tables'
          ? createTableServer({
              folder: args[0] ?? '',
              say: (answer) => say(answer, world.random.whole(2, 80)),
            })
          : null
      const channel: ChildChannel = {
        send: (message) => {
          if (isGone || (entry !== 'imaging' && tables === null)) return
          if (world.random.chance(0.01)) return end(139)
          if (tables !== null) return tables.handle(tableRequestSchema.parse(message))
          say(imagingAnswer(disk, message), world.random.whole(2, 80))
        },
        onMessage: (listener) => void messages.add(listener),
        onExit: (listener) => void exits.add(listener),
        kill: () => end(null),
        memory: () => (isGone ? null : 50_000_000),
      }
      if (entry === 'imaging' || tables !== null) say({ kind: 'ready' }, 30)
      else if (entry === 'backup') {
        const [, target = ''] = args
        world.after(200, () => {
          if (!isGone) disk.add(target, 'file', 0o600)
        })
        say({ kind: 'copied' }, 200)
        say({ kind: 'checked' }, 400)
      } else end(1)
      return channel
    },
  }
}

const placeholder = '1QcSHQRnh493V4dIh4eXh1h4kJUI'
/** The least that has the header of one. */
const thumbnail = Buffer.from('RIFF\x08\0\0\0WEBPVP8 ', 'latin1')

function imagingAnswer(disk: Disk, message: unknown): unknown {
  const request = imagingRequestSchema.parse(message)
  const { id } = request
  const inode = disk.entries.get(request.path)
  if (inode === undefined) return { kind: 'failed', id, code: 'imageLost' }
  if (request.kind === 'describe') {
    inode.bytes = Buffer.from(`<x:xmpmeta>${JSON.stringify(request.description)}</x:xmpmeta>`)
    return { kind: 'written', id, sha256: sha256Of(inode.bytes) }
  }
  const judged = judgePicture(inode.bytes)
  const format = judged === 'notAnImage' ? fileFormatOf(inode.bytes) : null
  if (format !== null && request.kind === 'inspect') {
    const picture = { format, width: 0, height: 0, decoded: false, placeholder: null }
    return { kind: 'inspected', id, inspection: { ...picture, hasCredentials: false } }
  }
  if (judged !== 'whole')
    return { kind: 'failed', id, code: judged === 'damaged' ? 'imageUndecodable' : 'imageNotAnImage' }
  if (request.kind === 'provenance')
    return {
      kind: 'provenanceRead',
      id,
      provenance: {
        ...{ prompt: null, model: null, tool: null, facts: [], madeAt: null },
        ...{ hasCredentials: false, hidesText: null },
      },
    }
  if (request.kind === 'convert') {
    disk.add(request.conversion.path, 'file', 0o600).bytes = thumbnail
    return { kind: 'written', id, sha256: '' }
  }
  if (request.kind === 'strip') return { kind: 'stripped', id, stripped: { sha256: '', hidesText: false } }
  if (request.kind === 'foresee') throw new Error('nobody in this world looks ahead')
  for (const { path } of request.copies) disk.add(path, 'file', 0o600).bytes = thumbnail
  if (request.kind === 'inspect')
    return {
      kind: 'inspected',
      id,
      inspection: {
        format: formatOfPicture(inode.bytes),
        width: 300,
        height: 200,
        decoded: true,
        placeholder,
        hasCredentials: false,
      },
    }
  return { kind: 'thumbnailed', id, placeholder }
}
