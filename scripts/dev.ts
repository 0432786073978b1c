import { runCommand } from './command.ts'
import { sandboxArguments } from './display.ts'
import { runtimeEnvironment } from './electronRuntime/electronRuntime.ts'
import { prepareLaunch } from './launch.ts'
import { projectCommand } from './project.ts'

const launch = await prepareLaunch(process.argv.slice(2))
if (!launch) process.exit(1)

const sandbox = sandboxArguments().length > 0 ? ['--noSandbox'] : []
const { command, args } = launch.wrap({
  command: projectCommand('electron-vite'),
  args: ['dev', '--watch', ...sandbox, '--', ...launch.appArguments],
})
const { code } = await runCommand(command, args, { env: runtimeEnvironment(launch.runtime) })
process.exit(code)
