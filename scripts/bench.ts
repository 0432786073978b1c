import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { buildApp } from './build.ts'
import { runCommand } from './command.ts'
import { hasDisplay, underXvfb } from './display.ts'
import { findElectronRuntime, runtimeEnvironment } from './electronRuntime/electronRuntime.ts'
import { projectRoot, scratchFolder } from './project.ts'
import { ensurePackages } from './systemPackages.ts'

const source = join(projectRoot, 'tests', 'bench')
const names = existsSync(source)
  ? readdirSync(source).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : []))
  : []

const [name, ...args] = process.argv.slice(2)
if (!name || !names.includes(name)) {
  console.error(`Usage: npm run bench -- <name> [arguments]\nNames: ${names.join(', ') || 'none yet'}`)
  process.exit(2)
}

if (args.includes('--disk')) {
  const { advice } = await ensurePackages(['faults'])
  if (advice) console.error(advice)
}

// A bench that starts the app would measure what was last built.
if (!(await buildApp())) process.exit(1)

// Bundled like the app, so that what is measured is what ships, not a loader.
const outDir = join(scratchFolder, 'bench')
await build({
  configFile: false,
  logLevel: 'warn',
  resolve: { alias: { '@shared': join(projectRoot, 'shared') } },
  build: {
    ssr: join(source, `${name}.ts`),
    outDir,
    emptyOutDir: false,
    target: 'node24',
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
})
const bench = {
  command: process.execPath,
  args: ['--enable-source-maps', join(outDir, `${name}.js`), ...args],
}
const { command, args: commandArgs } = hasDisplay ? bench : underXvfb(bench)
const { code } = await runCommand(command, commandArgs, {
  env: runtimeEnvironment(await findElectronRuntime()),
})
process.exit(code)
