import type { Bridge } from '@shared/ipc/bridge'

declare global {
  interface Window {
    readonly cyanotype: Bridge
  }
}
