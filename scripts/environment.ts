/** This process's environment without undefined values, as Playwright requires it. */
export function definedEnvironment(): Record<string, string> {
  const defined = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return Object.fromEntries(defined)
}
