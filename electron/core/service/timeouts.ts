/** Time-outs, in milliseconds. */
export interface Timeouts {
  /** Until TCP, proxy and TLS are connected; also for looking up a name. */
  readonly connect: number
  /** Until the answer's headers arrive: direct requests take as long as the image does. */
  readonly direct: number
  readonly background: number
  readonly poll: number
  /** Without a byte of a body. */
  readonly body: number
  /** Until a download's headers arrive, and without a byte of it. */
  readonly download: number
  /** The window in which a download, or the answer to a poll, must bring 1 KiB for each second. */
  readonly pace: number
  /** Until the answer to a paid request is complete: some services drip blanks until they are done. */
  readonly answer: number
}

export const defaultTimeouts: Timeouts = {
  connect: 20_000,
  direct: 600_000,
  background: 120_000,
  poll: 60_000,
  body: 120_000,
  download: 60_000,
  pace: 60_000,
  answer: 900_000,
}
