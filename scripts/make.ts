import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp } from './build.ts'
import { runCommand } from './command.ts'
import { findElectronRuntime, runtimeEnvironment, runtimeNotice } from './electronRuntime/electronRuntime.ts'
import { projectCommand, projectRoot } from './project.ts'
import { ensurePackages } from './systemPackages.ts'

const { advice } = await ensurePackages(['package'])
if (advice) {
  console.error(advice)
  process.exit(1)
}
const runtime = await findElectronRuntime()
const notice = runtimeNotice(runtime)
if (notice) console.log(notice)
if (!(await buildApp())) process.exit(1)

await rm(join(projectRoot, 'release'), { recursive: true, force: true })
const { code } = await runCommand(projectCommand('electron-forge'), ['make'], {
  env: runtimeEnvironment(runtime),
})
process.exit(code)
