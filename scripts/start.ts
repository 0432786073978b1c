import { buildApp } from './build.ts'
import { runCommand } from './command.ts'
import { sandboxArguments } from './display.ts'
import { prepareLaunch } from './launch.ts'
import { projectRoot } from './project.ts'

const launch = await prepareLaunch(process.argv.slice(2))
if (!launch || !(await buildApp())) process.exit(1)

const { command, args } = launch.wrap({
  command: launch.runtime.executable,
  args: [...sandboxArguments(), projectRoot, ...launch.appArguments],
})
const { code } = await runCommand(command, args)
process.exit(code)
