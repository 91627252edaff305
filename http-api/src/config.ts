/** The configuration of the API; `infra` reads it from the environment and passes it to `createApi`. */
export interface ApiConfig {
  siteName: string
  /** The address of the site, without a slash at its end; it may be known only once the server listens. */
  siteUrl: () => string
  siteTimeZone: string
  /** At least 32 bytes; keys the hashes by which sessions are found. */
  tokenSecret: string
  /** What a gateway sends to prove itself, in the header `GATEWAY_SECRET_HEADER`. */
  gatewaySecret: string
  rateLimits: boolean
  /** Other origins that may call; none by default. */
  corsOrigins: readonly string[]
  /** How many hops of `X-Forwarded-For` are trusted. */
  trustProxy: number
  /** The server for outgoing mail; undefined where there is none. */
  mail?: { url: string; from: string } | undefined
  /** How push services reach the operator: an https or mailto address; undefined for the address of the site. */
  pushSubject?: string | undefined
  metricsToken: string | undefined
  /** The public password of the demo accounts; undefined where there are none. */
  demoPassword: string | undefined
  /** Whether to parse responses against the contract: in tests. */
  parseAnswers: boolean
}
