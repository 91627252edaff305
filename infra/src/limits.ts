/** The limits of docs/limits.md that the HTTP server alone uses. */

/** Open connections of one address to one gateway; IPv6 addresses count by their /64. */
export const CONNECTIONS_PER_ADDRESS = { anonymous: 100, total: 200 }
/** Open connections of one remote address to the HTTP server of a process, unless configured (docs/operating.md). */
export const HTTP_CONNECTIONS_PER_ADDRESS = 500
/** Handshakes in a minute from one address to one gateway; each may cost the lookup of a token. */
export const HANDSHAKES_PER_MINUTE = 600
