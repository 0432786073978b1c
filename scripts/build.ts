import { runCommand } from './command.ts'
import { projectCommand } from './project.ts'

/** Builds the app into out/. Prints the build's output only if it fails. */
export async function buildApp(): Promise<boolean> {
  const { code, output } = await runCommand(projectCommand('electron-vite'), ['build'], {
    capture: true,
    limitMinutes: 5,
  })
  if (code !== 0) console.error(output.trim())
  return code === 0
}
