import { existsSync, readFileSync } from 'node:fs'

/** True where a window can be shown: a display server is named, or the system doesn't need one. */
export const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

export interface Invocation {
  readonly command: string
  readonly args: readonly string[]
}

/** Width, height and depth of a display server's screen. */
export const xvfbScreen = '1920x1200x24'

/** The same command inside its own display server. */
export function underXvfb(invocation: Invocation): Invocation {
  const screen = `-screen 0 ${xvfbScreen}`
  return { command: 'xvfb-run', args: ['-a', '-s', screen, invocation.command, ...invocation.args] }
}

/** `--no-sandbox` for root, and if the system doesn't let ordinary users create the namespaces the sandbox needs. */
export function sandboxArguments(): readonly string[] {
  if (process.platform !== 'linux') return []
  const restricted =
    setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    setting('/proc/sys/kernel/unprivileged_userns_clone') === '0'
  return process.getuid?.() === 0 || restricted ? ['--no-sandbox'] : []
}

function setting(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}
