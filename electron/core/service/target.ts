/** The destination and identity of a call; frozen in the attempt for paid requests. */
export interface Target {
  /** Origin and any base path, no trailing slash: `https://host` or `https://host/base`. */
  readonly baseUrl: string
  /** `/api/v1`, or empty. */
  readonly pathPrefix: string
  /** The API key; null sends no Authorization header. */
  readonly key: string | null
  /** Identifies the key among those of its connection, if there are several. */
  readonly keyId?: string
  /** `http://host:port`, or null for none. */
  readonly proxy: string | null
  /** Origins inside the network from which its images may come: its own, and those the user allowed. Default none. */
  readonly allowedOrigins?: readonly string[]
  /** It isn't known yet whether the service itself is inside. Default false. */
  readonly placeUnknown?: boolean
  /** The user agreed that the proxy finds names which this computer can't find; default false. */
  readonly proxyResolves?: boolean
}

/** Which of a connection’s keys a call uses. */
export interface KeyChoice {
  /** The key in use goes before the frozen one, which was refused. */
  readonly withLatestKey?: boolean
  /** The origin that the call goes to, if not the frozen one: the user has allowed it. */
  readonly origin?: string | null
}
