import type { Page } from '@playwright/test'
import type { Answer, RouteInput, RouteName, RouteOutput } from '@shared/ipc/contract'

/** Calls a route of the app from its page, as the window does. Throws if it is refused. */
export async function ask<R extends RouteName>(
  page: Page,
  route: R,
  input: RouteInput<R>,
): Promise<RouteOutput<R>> {
  const answer = await page.evaluate(([name, value]) => window.cyanotype.request(name, value), [
    route,
    input,
  ] as const)
  const { ok, ...rest } = answer as Answer<RouteOutput<R>>
  if (!ok || !('value' in rest)) throw new Error(`${route} was refused`)
  return rest.value
}
