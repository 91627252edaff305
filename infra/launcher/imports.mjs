// Checks all imports against `import-rules.mjs`. `--json` prints the violations as JSON, `--rules` the names of the
// rules. Hand-written, because the existing tools read TypeScript through a programming interface that TypeScript 7 no
// longer has. oxlint looks for circles of modules, which `import()` hides from it; those of areas are found here.
import { areaOf, IMPORT_RULES, isTest, MODULE_RULES, ownerOf } from './import-rules.mjs'
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
/** The imports between areas: the modules that make each, by `from to`. */
const between = new Map()
for (const from of modules) {
  const { specifiers, written } = namesIn(from)
  for (const specifier of specifiers) {
    const to = resolve(from, specifier)
    if (to === null) {
      violations.push({ rule: 'imports-resolve', from, to: specifier })
      continue
    }
    for (const rule of IMPORT_RULES)
      if (breaks(rule, from, to)) violations.push({ rule: rule.name, from, to })
    const owner = ownerOf(to)
    if (written.has(specifier) && owner && owner !== ownerOf(from) && !isTest(from))
      violations.push({ rule: 'slices-are-written-by-their-owner', from, to })
    const areas = [areaOf(from), areaOf(to)]
    if (areas[0] && areas[1] && areas[0] !== areas[1]) {
      const made = between.get(areas.join(' ')) ?? []
      between.set(areas.join(' '), [...made, { from, to }])
    }
  }
}

/** True if an area needs another one, directly or through others. */
function needs(from, to, seen = new Set()) {
  for (const edge of between.keys()) {
    const [area, next] = edge.split(' ')
    if (area !== from || seen.has(next)) continue
    if (next === to || needs(next, to, seen.add(next))) return true
  }
  return false
}
for (const [edge, made] of between) {
  const [from, to] = edge.split(' ')
  if (needs(to, from)) violations.push(...made.map((one) => ({ rule: 'areas-form-no-circle', ...one })))
}

if (process.argv.includes('--rules'))
  process.stdout.write(JSON.stringify([...IMPORT_RULES, ...MODULE_RULES].map(({ name }) => name)))
else if (process.argv.includes('--json')) process.stdout.write(JSON.stringify(violations))
else {
  for (const { rule, from, to } of violations) process.stdout.write(`${rule}: ${from} → ${to}\n`)
  for (const { name, why } of [...IMPORT_RULES, ...MODULE_RULES])
    if (violations.some(({ rule }) => rule === name)) process.stdout.write(`${name}: ${why}\n`)
  process.stdout.write(`${modules.length} modules read, ${violations.length} violations\n`)
}
if (modules.length < MINIMUM_MODULES) {
  process.stderr.write(`only ${modules.length} modules were read; expected at least ${MINIMUM_MODULES}\n`)
  process.exitCode = 1
}
if (violations.length > 0) process.exitCode = 1
