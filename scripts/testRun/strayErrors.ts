import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, Vitest } from 'vitest/node'

/**
 * A reporter of Vitest: writes the errors that were thrown outside of tests, which its JSON report leaves out, in the
 * shape of Playwright's. Where to is `--outputFile.strays`.
 */
export default class StrayErrors implements Reporter {
  private path: string | undefined

  onInit({ config }: { readonly config: Pick<Vitest['config'], 'outputFile'> }): void {
    if (typeof config.outputFile === 'object') this.path = config.outputFile.strays
  }

  onTestRunEnd(_: unknown, errors: readonly SerializedError[]): void {
    if (this.path === undefined) return
    const told = errors.map(({ name, message, VITEST_TEST_PATH: file }) => ({
      message: name === undefined ? message : `${name}: ${message}`,
      ...(typeof file === 'string' ? { location: { file } } : {}),
    }))
    writeFileSync(this.path, JSON.stringify({ errors: told }))
  }
}
