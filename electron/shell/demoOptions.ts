import { demoOptionsSchema } from '@shared/processes/demo'

const overrides = demoOptionsSchema.omit({ folder: true, key: true })

/**
 * Options of the demo service from `CYANOTYPE_DEMO`, as JSON, for tests and screenshots: speed, slots, failures. A
 * packaged app ignores it.
 */
export function readDemoOptions(text: string | undefined): ReturnType<typeof overrides.parse> {
  return overrides.parse(JSON.parse(text ?? '{}'))
}
