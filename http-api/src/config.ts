/** What the API needs to be told; read from the environment in one place (infra), given to `createApi`. */
export interface ApiConfig {
  siteName: string
  siteTimeZone: string
  /** At least 32 bytes; keys the hashes by which sessions are found. */
  tokenSecret: string
  rateLimits: boolean
  /** Other origins that may call, none by default. */
  corsOrigins: readonly string[]
  /** How many proxies' `X-Forwarded-For` is believed. */
  trustProxy: number
  metricsToken: string | undefined
  /** Check answers against the contract: in development and tests. */
  parseAnswers: boolean
}
