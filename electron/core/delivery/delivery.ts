/** Downloads items from the service into the library, one by one, as they finish. */
export interface Delivery {
  start(): void
  /** Looks for work now: the library accepts files again, or the computer woke up. */
  wake(): void
  /** Aborts downloads; partial files stay and are resumed. */
  stop(): Promise<void>
}
