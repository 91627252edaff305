/**
 * Returns the path, query and hash of an address on this site, or null if it leads elsewhere. The result is checked in
 * the form in which it will be used: `https://this.host//evil.example` is on this site, but its path alone is an
 * address on another host.
 */
export function pathOnThisSite(address: string): string | null {
  const url = parseOnThisSite(address)
  if (!url) return null
  const path = url.pathname + url.search + url.hash
  return parseOnThisSite(path) ? path : null
}

function parseOnThisSite(address: string): URL | null {
  const { origin } = location
  if (!URL.canParse(address, origin)) return null
  const url = new URL(address, origin)
  return url.origin === origin ? url : null
}
