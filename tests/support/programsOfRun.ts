import { rm } from 'node:fs/promises'
import { programsFolder, programsVariable } from './coreProgram'

/** Gives a test run its folder of programs (`coreProgram`), until it ends. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await programsFolder()
  process.env[programsVariable] = folder
  return () => rm(folder, { recursive: true, force: true })
}
