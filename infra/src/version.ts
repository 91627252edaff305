import manifest from '../package.json' with { type: 'json' }

/** The release that runs (CHANGELOG.md). */
export const VERSION: string = manifest.version
