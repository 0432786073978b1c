import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { cruise, type ICruiseResult, type IResolveOptions } from 'dependency-cruiser'
import { folderCycles } from './folderCycles'
import { importRules } from './importRules'

export interface ImportCheck {
  /** How many of our own files were checked. */
  readonly files: number
  /** `<rule>: <from> -> <to>`, sorted. */
  readonly violations: readonly string[]
}

const sides = ['electron', 'renderer', 'shared']

/** Checks every import of the product under a folder laid out like this project. */
export async function checkImports(folder: string): Promise<ImportCheck> {
  const resolution: Partial<IResolveOptions> = {
    alias: { '@shared': join(folder, 'shared') },
    conditionNames: ['import', 'types', 'default'],
    exportsFields: ['exports'],
    bustTheCache: true,
    // Nearly all of our files end in the first two; each other ending that is tried first costs a look at the disk.
    extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs', '.json', '.css'],
  }
  const { output } = await cruise(
    sides.filter((side) => existsSync(join(folder, side))),
    {
      baseDir: folder,
      // TypeScript 7 has no API that such tools can use; without a parser nothing would be found.
      parser: 'swc',
      tsPreCompilationDeps: true,
      builtInModules: { override: [...builtinModules], add: ['electron'] },
      doNotFollow: { path: 'node_modules' },
      ruleSet: { forbidden: [...importRules] },
      validate: true,
    },
    resolution,
  )
  const { modules, summary } = output as ICruiseResult
  return {
    files: modules.filter(({ source }) => sides.some((side) => source.startsWith(`${side}/`))).length,
    violations: [
      ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
      ...folderCycles(modules).map(({ from, to }) => `folder-cycle: ${from} -> ${to}`),
    ].toSorted(),
  }
}
