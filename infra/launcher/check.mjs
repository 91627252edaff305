// `npm run check`: types, lint, format, import rules, texts, styles and dead code. Every check runs; any failure fails all.
// `npm run check -- types "import rules"` runs those named.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installPackages } from './packages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

installPackages(root)

/** The longest come first. The types also check the string tables: the English one must have the Chinese one's keys. */
const CHECKS = [
  ['lint', 'node_modules/oxlint/bin/oxlint', []],
  ['types', 'node_modules/typescript/bin/tsc', ['-b', '--checkers', '1']],
  ['dead code', 'node_modules/knip/bin/knip.js', ['--no-progress']],
  ['format', 'node_modules/oxfmt/bin/oxfmt', ['--check']],
  ['import rules', 'infra/launcher/imports.mjs', []],
  ['texts', 'infra/launcher/texts.mjs', []],
  ['styles', 'infra/launcher/styles.mjs', []],
]
/** Checks run concurrently, one core each: splitting one check over several checkers would repeat half its work. */
const AT_ONCE = 2
/** The lint and the compiler are Go programs; collecting garbage less often (1 to 2 GB each) saves a fifth of their time. */
const env = { ...process.env, GOMAXPROCS: '1', GOGC: '400' }

/** Runs a check, prints its output in one piece, and returns whether it passed. */
function run([name, program, args]) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: root, env })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => {
      process.stdout.write(`— ${name}: ${code === 0 ? 'clean' : 'failed'}\n${output}`)
      resolve(code === 0)
    })
  })
}

const named = process.argv.slice(2)
const waiting = named.length === 0 ? [...CHECKS] : CHECKS.filter(([name]) => named.includes(name))
if (waiting.length < named.length) {
  process.stderr.write(`The checks are: ${CHECKS.map(([name]) => name).join(', ')}\n`)
  process.exit(2)
}
const failed = []
const lane = async () => {
  for (let check = waiting.shift(); check; check = waiting.shift())
    if (!(await run(check))) failed.push(check[0])
}
await Promise.all(Array.from({ length: AT_ONCE }, lane))
if (failed.length > 0) {
  process.stderr.write(`failed: ${failed.join(', ')}\n`)
  process.exit(1)
}
