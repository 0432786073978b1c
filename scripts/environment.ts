/** This process's environment without the names that have no value, as Playwright wants it. */
export function definedEnvironment(): Record<string, string> {
  const defined = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return Object.fromEntries(defined)
}
