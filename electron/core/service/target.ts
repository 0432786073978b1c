/** Where and as whom a call is made; frozen in the attempt for paid requests. */
export interface Target {
  /** Origin and any base path, no trailing slash: `https://host` or `https://host/base`. */
  readonly baseUrl: string
  /** `/api/v1`, or empty. */
  readonly pathPrefix: string
  /** The API key; null sends no Authorization header. */
  readonly key: string | null
  /** Names the key among those of its connection, where there are several. */
  readonly keyId?: string
  /** `http://host:port`, or null for none. */
  readonly proxy: string | null
  /** Origins inside the network that its images may come from: its own, and those the person allowed. Default none. */
  readonly allowedOrigins?: readonly string[]
  /** It could not be told yet whether the service itself lies inside. Default false. */
  readonly placeUnknown?: boolean
  /** The person said that the proxy finds names which this computer can't find; default false. */
  readonly proxyResolves?: boolean
}
