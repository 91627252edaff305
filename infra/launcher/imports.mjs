// Checks all imports against `import-rules.mjs`. `--json` prints the violations as JSON, `--rules` the names of the
// rules. Hand-written, because the existing tools read TypeScript through a programming interface that TypeScript 7 no
// longer has. oxlint looks for cycles.
import { IMPORT_RULES } from './import-rules.mjs'
import { allModules, namesIn, resolve } from './modules.mjs'

/** Reading fewer modules than this is an error, because a run that reads none would find no violations. */
const MINIMUM_MODULES = 900

function breaks(rule, from, to) {
  const groups = rule.from.exec(from)?.slice(1)
  if (!groups || rule.fromExcept?.test(from)) return false
  const forbidden = typeof rule.to === 'function' ? rule.to(groups) : rule.to
  return forbidden.test(to) && !rule.toExcept?.test(to)
}

const modules = allModules()
const violations = []
for (const from of modules) {
  for (const specifier of namesIn(from).specifiers) {
    const to = resolve(from, specifier)
    if (to === null) violations.push({ rule: 'imports-resolve', from, to: specifier })
    else
      for (const rule of IMPORT_RULES)
        if (breaks(rule, from, to)) violations.push({ rule: rule.name, from, to })
  }
}

if (process.argv.includes('--rules'))
  process.stdout.write(JSON.stringify(IMPORT_RULES.map(({ name }) => name)))
else if (process.argv.includes('--json')) process.stdout.write(JSON.stringify(violations))
else {
  for (const { rule, from, to } of violations) process.stdout.write(`${rule}: ${from} → ${to}\n`)
  for (const { name, why } of IMPORT_RULES)
    if (violations.some(({ rule }) => rule === name)) process.stdout.write(`${name}: ${why}\n`)
  process.stdout.write(`${modules.length} modules read, ${violations.length} violations\n`)
}
if (modules.length < MINIMUM_MODULES) {
  process.stderr.write(`only ${modules.length} modules were read; expected at least ${MINIMUM_MODULES}\n`)
  process.exitCode = 1
}
if (violations.length > 0) process.exitCode = 1
