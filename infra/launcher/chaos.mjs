// `npm run chaos`: builds what it disturbs, then runs tests/src/chaos/main.ts, which documents its options.
import { runScript } from './script.mjs'

await runScript('tests/src/chaos/main.ts')
