// `npm run check`: types, lint, format, import rules and dead code. Every check runs; any failure fails all.
// `npm run check -- types "import rules"` runs those named.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The string tables are checked by the types: the English one has the Chinese one's shape. */
const CHECKS = [
  ['types', 'typescript/bin/tsc', ['-b']],
  ['lint', 'eslint/bin/eslint.js', ['.', '--max-warnings=0', '--cache', '--cache-location', '.build/eslint']],
  ['format', 'prettier/bin/prettier.cjs', ['--check', '.', '--log-level', 'warn']],
  [
    'import rules',
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ['shared', 'http-api', 'realtime-server', 'web/src', 'infra', 'tests/src', '--output-type', 'err'],
  ],
  ['dead code', 'knip/bin/knip.js', ['--no-progress']],
]

const named = process.argv.slice(2)
const wanted = named.length === 0 ? CHECKS : CHECKS.filter(([name]) => named.includes(name))

const failed = wanted.filter(([name, program, args]) => {
  process.stdout.write(`— ${name}\n`)
  const { status } = spawnSync(process.execPath, [`node_modules/${program}`, ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  return status !== 0
})
if (failed.length > 0) {
  process.stderr.write(`failed: ${failed.map(([name]) => name).join(', ')}\n`)
  process.exit(1)
}
