import { accentPair } from '@forum/shared/accent'
import { createHash } from 'node:crypto'
import { bareShell, describe, type Site } from './documents'

/** Placeholders in the service worker, in the encoding of `encodeURIComponent`: they stand inside string literals. */
const NAME_IN_WORKER = '__SITE_NAME__'
const SEAL_IN_WORKER = '__SITE_SEAL__'
const literal = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')

/** The picture of an installed page changes with the address of its icon. */
function iconsOf({ icons = [] }: Manifest, { seal, accent, logo }: Site) {
  const version = createHash('sha256')
    .update(JSON.stringify([seal, accent, logo]))
    .digest('hex')
    .slice(0, 8)
  return icons.map((icon) => ({ ...icon, src: `${icon.src}?v=${version}` }))
}

interface Manifest {
  icons?: { src: string }[]
}

/**
 * The built files that contain the name of the site, by path, and how each is written for a site. A worker with another
 * name is a new version, which browsers install when they next open a page.
 */
export const NAMED_FILES: Readonly<Record<string, (built: string, site: Site) => string>> = {
  '/index.html': (built, site) => bareShell(built, site, { isMissing: false }),
  '/manifest.webmanifest': (built, site) => {
    const manifest = JSON.parse(built) as Manifest
    return JSON.stringify({
      ...manifest,
      name: site.name,
      short_name: site.name,
      description: describe(site),
      theme_color: accentPair(site.accent).light.accent,
      icons: iconsOf(manifest, site),
    })
  },
  '/service-worker.js': (built, { name, seal }) =>
    built.replaceAll(NAME_IN_WORKER, () => literal(name)).replaceAll(SEAL_IN_WORKER, () => literal(seal)),
}
