import { readdirSync, readlinkSync } from 'node:fs'
import { expect } from 'vitest'
import { eventually } from './eventually'

const handles = '/proc/self/fd'

/** Whether this system says which files a process has open. */
export const tellsOpenFiles = process.platform === 'linux'

/** The handles that this process has of a folder, and of what is in it. */
function handlesOf(folder: string): readonly string[] {
  return readdirSync(handles).filter((handle) => {
    const path = targetOf(handle)
    return path === folder || path.startsWith(`${folder}/`)
  })
}

/** Empty for the handle with which they are listed. */
function targetOf(handle: string): string {
  try {
    return readlinkSync(`${handles}/${handle}`)
  } catch {
    return ''
  }
}

/** Waits until nothing of a folder is open any more, and makes sure that it isn't Node that closed what nobody held. */
export async function nothingOpenOf(folder: string): Promise<void> {
  const seen = new Set<string>()
  const warnings: string[] = []
  const note = ({ message }: Error): void => void warnings.push(message)
  process.on('warning', note)
  try {
    await eventually(
      () => {
        const open = handlesOf(folder)
        for (const handle of open) seen.add(handle)
        return open.length === 0
      },
      { what: 'that nothing is open there' },
    )
  } finally {
    process.off('warning', note)
  }
  const ofNode = [...seen].map((handle) => `Closing file descriptor ${handle} on garbage collection`)
  expect(warnings.filter((warning) => ofNode.includes(warning))).toEqual([])
}
