import type { Bridge } from '@shared/ipc/bridge'

declare global {
  interface Window {
    readonly cyanotype: Bridge
  }
  /** Chromium's: https://wicg.github.io/keyboard-map/ */
  interface Navigator {
    readonly keyboard?: { getLayoutMap(): Promise<ReadonlyMap<string, string>> }
  }
}
