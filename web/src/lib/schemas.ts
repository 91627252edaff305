import { config, safeParse } from 'zod/mini'

// The page's policy forbids eval, which the schemas would otherwise try at their first use.
config({ jitless: true })

export { safeParse }
