import { bareShell, type Site } from './documents'

/** Placeholder in the service worker, in the encoding of `encodeURIComponent`: it stands inside a string literal. */
const NAME_IN_WORKER = '__SITE_NAME__'

/**
 * The built files that contain the name of the site, by path, and how each is written for a site. A worker with another
 * name is a new version, which browsers install when they next open a page.
 */
export const NAMED_FILES: Readonly<Record<string, (built: string, site: Site) => string>> = {
  '/index.html': (built, site) => bareShell(built, site, { isMissing: false }),
  '/manifest.webmanifest': (built, { name }) =>
    JSON.stringify({ ...(JSON.parse(built) as object), name, short_name: name }),
  '/service-worker.js': (built, { name }) =>
    built.replaceAll(NAME_IN_WORKER, () => encodeURIComponent(name).replaceAll("'", '%27')),
}
