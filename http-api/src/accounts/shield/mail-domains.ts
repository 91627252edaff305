import { domainToASCII } from 'node:url'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

/** Services for throw-away mail, read when it is first needed. */
let throwaway: ReadonlySet<string> | null = null

/** Returns the domain of an address, and those above it, as they are registered. */
function domainsOf(email: string): string[] {
  const labels = domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase()).split('.')
  return labels.map((_, at) => labels.slice(at).join('.'))
}

/** Returns true if an address is in one of these domains, or in one below them. */
export function isOfDomain(email: string, domains: readonly string[]): boolean {
  const blocked = new Set(domains.map((domain) => domainToASCII(domain)))
  return domainsOf(email).some((domain) => blocked.has(domain))
}

/** Returns true if an address is at a well-known service for throw-away mail. */
export function isThrowaway(email: string): boolean {
  const domains = (throwaway ??= disposableEmailBlocklistSet())
  return domainsOf(email).some((domain) => domains.has(domain))
}
