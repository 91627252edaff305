// Checks all imports against `import-rules.mjs`. `--json` prints the violations as JSON, `--rules` the names of the
// rules. Hand-written, because the existing tools read TypeScript through a programming interface that TypeScript 7 no
// longer has. oxlint looks for cycles.
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { ResolverFactory } from 'oxc-resolver'
import { IMPORT_RULES } from './import-rules.mjs'

const root = realpathSync(fileURLToPath(new URL('../..', import.meta.url)))
const WORKSPACES = ['shared', 'http-api', 'realtime-server', 'web', 'infra', 'tests']
/** Reading fewer modules than this is an error, because a run that reads none would find no violations. */
const MINIMUM_MODULES = 900

const resolver = new ResolverFactory({
  extensions: ['.ts', '.tsx', '.mjs', '.js'],
  conditionNames: ['node', 'import', 'types', 'default'],
  mainFields: ['module', 'main', 'types'],
})

function modulesBelow(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /^(node_modules|dist|data)$/.test(entry.name) ? [] : modulesBelow(name)
    return /\.(tsx?|mjs)$/.test(entry.name) ? [name] : []
  })
}

/** Returns the specifiers that a module imports, re-exports, loads lazily or names in a type. */
function specifiersOf(file) {
  const { program, errors } = parseSync(file, readFileSync(path.join(root, file), 'utf8'))
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const found = new Set()
  const add = ({ source }) => {
    if (typeof source?.value === 'string') found.add(source.value)
  }
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
    TSExternalModuleReference: ({ expression }) => add({ source: expression }),
  }).visit(program)
  return found
}

/** Resolves a specifier to a module name as used in the rules; null if it does not resolve. */
function resolve(file, specifier) {
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`
  const importer = path.join(root, file)
  const request = specifier.replace(/\?.*$/, '')
  const target =
    resolver.sync(path.dirname(importer), request).path ?? resolver.resolveDtsSync(importer, request).path
  if (!target) return null
  const inPackage = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(target)
  if (inPackage) return `node_modules/${inPackage[1].replaceAll('\\', '/').replace(/^@types\//, '')}`
  return path.relative(root, target).replaceAll('\\', '/')
}

function breaks(rule, from, to) {
  const groups = rule.from.exec(from)?.slice(1)
  if (!groups || rule.fromExcept?.test(from)) return false
  const forbidden = typeof rule.to === 'function' ? rule.to(groups) : rule.to
  return forbidden.test(to) && !rule.toExcept?.test(to)
}

const modules = WORKSPACES.flatMap(modulesBelow)
const violations = []
for (const from of modules) {
  for (const specifier of specifiersOf(from)) {
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
