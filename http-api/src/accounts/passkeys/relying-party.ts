/** The site as browsers know it when they create and use passkeys. */
export interface RelyingParty {
  id: string
  /** The origins at which its passkeys are used. */
  origins: string[]
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/

/** Browsers keep passkeys for names only: a forum that is tried out at an address of the machine is `localhost`. */
export function relyingPartyOf(siteUrl: string): RelyingParty {
  const { origin, hostname, port } = new URL(siteUrl)
  if (!LOOPBACK.test(hostname)) return { id: hostname, origins: [origin] }
  return { id: 'localhost', origins: [`http://localhost:${port}`] }
}
