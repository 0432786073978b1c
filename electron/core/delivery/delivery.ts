/** Brings finished items from the service into the library, one by one, as they finish. */
export interface Delivery {
  start(): void
  /** Aborts downloads; partial files stay and are resumed. */
  stop(): Promise<void>
}
