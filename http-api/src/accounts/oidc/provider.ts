/** The state of a sign-in that the browser keeps between the start and the callback. */
export interface Begun {
  provider: string
  state: string
  nonce: string
  verifier: string
  returnTo: string
  /** Set if the person is to be signed in again there: when that was asked, in milliseconds since 1970. */
  freshAt?: number
  /** Milliseconds since 1970. */
  until: number
}

/** A provider's claims about a person. */
export interface Claims {
  subject: string
  name: string
  /** '' unless the provider has verified it. */
  email: string
}

/** Another site with whose accounts members sign in here. */
export interface Provider {
  /** Returns the address at which a browser signs in there. */
  authorizationUrl: (begun: Begun, redirectUri: string) => Promise<URL>
  /** Exchanges the code of a callback. Rejects whatever does not belong to what this browser has begun. */
  claimsOf: (begun: Begun, callback: URL) => Promise<Claims>
}

/** Seconds that a provider may take for a response. */
export const TIMEOUT_S = 10

/** Returns true if a provider is on this machine, where it may be called without TLS. */
export const isLoopback = (issuer: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(issuer).hostname)

/** Returns a text of a provider's answer, cut; '' for anything else. */
export const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.slice(0, 200) : '')
