/** The server for outgoing mail. */
export interface MailConfig {
  /** `smtp://user:password@host:port`, or `smtps:` for TLS from the start. */
  url: string
  from: string
  /** Where mail that comes back is sent (VERP), and the key of the signatures with which it is reported. */
  bounces?: { address: string; secret: string } | undefined
}

/** The configuration of the API; `infra` reads it from the environment and passes it to `createApi`. */
export interface ApiConfig {
  siteName: string
  /** The address of the site, without a trailing slash; it may be known only once the server listens. */
  siteUrl: () => string
  siteTimeZone: string
  /** At least 32 bytes; the key of the hashes under which sessions are stored. */
  tokenSecret: string
  /** The secret that gateways send in the header `GATEWAY_SECRET_HEADER`. */
  gatewaySecret: string
  rateLimits: boolean
  /** Days for which the hashed address of a sign-in is kept after its last use; 0 for not at all. */
  addressDays: number
  /** Other origins that may call the API; none by default. */
  corsOrigins: readonly string[]
  /** Number of trusted hops in `X-Forwarded-For`. */
  trustProxy: number
  /** The server for outgoing mail; undefined if there is none. */
  mail?: MailConfig | undefined
  /** Sites with whose accounts members can sign in; none by default. */
  oidcProviders?: readonly OidcProviderConfig[] | undefined
  /** The operator's contact for push services, an https or mailto address; undefined to use the address of the site. */
  pushSubject?: string | undefined
  /** The operator's address or a note on how to reach the operator; undefined if there is none. */
  contact?: string | undefined
  /** Where faults in security are reported, an https or mailto address; undefined if nowhere. */
  securityContact?: string | undefined
  metricsToken: string | undefined
  /** The public password of the demo accounts; undefined if there are none. */
  demoPassword: string | undefined
  /** True to parse responses against the contract; for tests. */
  checkResponses: boolean
}

/** Another site with whose accounts members sign in. */
export interface OidcProviderConfig {
  /** In the addresses of its calls. */
  id: string
  /** Its protocol; OpenID Connect unless it is one of these. */
  kind?: 'github' | 'wechat'
  name: string
  issuer: string
  clientId: string
  clientSecret: string
}
