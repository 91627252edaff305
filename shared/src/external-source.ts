/**
 * An origin, such as `https://stats.example.org`, or one for every name below a host, `https://*.example.org`: nothing
 * that could end a directive of the content security policy, or stand for every host.
 */
export const EXTERNAL_SOURCE =
  /^https:\/\/(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+(:[0-9]{1,5})?$/

/** Returns an address as it is compared and stored. */
export const sourceOf = (typed: string): string => typed.trim().toLowerCase().replace(/\/$/, '')
