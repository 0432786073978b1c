import { copyFile, open } from 'node:fs/promises'
import { join } from 'node:path'

/** Milliseconds to copy these files one after the other, as `cp` does, and to make each durable, and their folder. */
export async function copyAlone(files: readonly string[], folder: string): Promise<number> {
  const begun = performance.now()
  for (const [at, file] of files.entries()) {
    const path = join(folder, `${at}.png`)
    await copyFile(file, path)
    await sync(path, 'r+')
  }
  await sync(folder, 'r')
  return performance.now() - begun
}

async function sync(path: string, flags: string): Promise<void> {
  const file = await open(path, flags)
  await file.sync()
  await file.close()
}
