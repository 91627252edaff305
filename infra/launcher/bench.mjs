// `npm run bench`: builds what it measures, then runs infra/bench/main.ts, which documents its options; with `--only live`
// the storms of tests/src/storms, whose readers contain code of the page.
import { runScript } from './script.mjs'

await runScript(process.argv.includes('live') ? 'tests/src/storms/main.ts' : 'infra/bench/main.ts')
