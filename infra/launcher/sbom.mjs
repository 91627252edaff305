// `npm run sbom`: prints the bill of materials of what runs (CycloneDX 1.6), with checksums and licences, from the lockfile.
// `npm sbom --omit dev` leaves out packages that tests need as well.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './packages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (...names) => JSON.parse(readFileSync(path.join(root, ...names), 'utf8'))

/** Returns the licence that an installed package names in the way of old packages; undefined if it names none. */
function oldLicenceOf(place) {
  try {
    const { license, licenses } = read(place, 'package.json')
    return license?.type ?? licenses?.[0]?.type
  } catch {
    return undefined
  }
}

/** Returns the packages that the forum needs in order to run, of every platform and in every workspace. */
function runningPackages() {
  return Object.entries(read('package-lock.json').packages)
    .filter(([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link)
    .map(([place, { version, license, integrity }]) => ({
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? oldLicenceOf(place),
      sha512: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex'),
    }))
}

function bill() {
  const { name, version } = read('package.json')
  const purl = (of) => `pkg:npm/${of.name.replace('@', '%40')}@${of.version}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, licenses: [{ license: { id: 'MIT' } }] } },
    components: runningPackages().map((of, i) => ({
      type: 'library',
      'bom-ref': `${purl(of)}#${i}`,
      name: of.name,
      version: of.version,
      purl: purl(of),
      hashes: [{ alg: 'SHA-512', content: of.sha512 }],
      licenses: of.licence === undefined ? [] : [{ expression: of.licence }],
    })),
  }
}

// Old packages name their licence only in what is installed.
installPackages(root)
process.stdout.write(`${JSON.stringify(bill(), null, 2)}\n`)
