// Checks that the page uses every text of its string tables. `--json` prints the unused keys as JSON. The English table
// has the keys of the Chinese one, which the types check.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = 'web/src'
const TABLES = `${PAGE}/lib/i18n`
/** Reading fewer texts than this is an error, because a run that reads none would find none unused. */
const MINIMUM_TEXTS = 500

function parsed(file) {
  const { program, errors } = parseSync(file, readFileSync(path.join(root, file), 'utf8'))
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  return program
}

function modulesBelow(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) return name === TABLES ? [] : modulesBelow(name)
    return /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) ? [name] : []
  })
}

/** Returns the paths of the texts in an object of a table. */
function pathsIn(object, prefix) {
  return object.properties.flatMap(({ key, value }) => {
    const name = `${prefix}.${key.name ?? key.value}`
    return value.type === 'ObjectExpression' ? pathsIn(value, name) : [name]
  })
}

/** Returns the keys of a table's file, which exports one group as a constant. */
function keysOf(file) {
  const keys = []
  new Visitor({
    ExportNamedDeclaration({ declaration }) {
      for (const { id, init } of declaration?.declarations ?? []) {
        const object = init?.type === 'TSAsExpression' ? init.expression : init
        if (object?.type === 'ObjectExpression') keys.push(...pathsIn(object, id.name))
      }
    },
  }).visit(parsed(file))
  return keys
}

/** Returns `legal.terms` for an expression of that form; null for any other. */
function dotted({ type, object, property, computed, name }) {
  if (type === 'Identifier') return name
  const start = type === 'MemberExpression' && !computed ? dotted(object) : null
  return start && `${start}.${property.name}`
}

/**
 * Returns the keys that a module names, and patterns for those that it composes (`theme.${value}`) or reads as part of
 * a table (`legal.terms`).
 */
function namedIn(file) {
  const names = []
  const patterns = []
  const tables = new Set()
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (!/i18n\/zh\//.test(source.value)) return
      for (const { local } of specifiers) tables.add(local.name)
    },
    MemberExpression(expression) {
      const read = dotted(expression)
      if (read && tables.has(read.split('.')[0]))
        patterns.push(new RegExp(`^${read.replaceAll('.', '\\.')}\\.`))
    },
    Literal({ value }) {
      if (typeof value === 'string' && /^\w+(\.\w+)+$/.test(value)) names.push(value)
    },
    TemplateLiteral({ quasis }) {
      const [first, ...rest] = quasis.map(({ value }) => value.cooked)
      if (rest.length === 0 || !/^\w+\.[\w.]*$/.test(first) || rest.some((part) => !/^[\w.]*$/.test(part)))
        return
      patterns.push(
        new RegExp(`^${[first, ...rest].map((part) => part.replaceAll('.', '\\.')).join('\\w+')}$`),
      )
    },
  }).visit(parsed(file))
  return { names, patterns }
}

const keys = readdirSync(path.join(root, TABLES, 'zh'))
  .filter((name) => name !== 'index.ts')
  .flatMap((name) => keysOf(`${TABLES}/zh/${name}`))
const found = modulesBelow(PAGE).map(namedIn)
const names = new Set(found.flatMap((module) => module.names))
const patterns = found.flatMap((module) => module.patterns)
const unused = keys.filter((key) => !names.has(key) && !patterns.some((pattern) => pattern.test(key)))

if (process.argv.includes('--json')) process.stdout.write(JSON.stringify(unused))
else {
  for (const key of unused) process.stdout.write(`unused text: ${key}\n`)
  process.stdout.write(`${keys.length} texts read, ${unused.length} unused\n`)
}
if (keys.length < MINIMUM_TEXTS) {
  process.stderr.write(`only ${keys.length} texts were read; expected at least ${MINIMUM_TEXTS}\n`)
  process.exitCode = 1
}
if (unused.length > 0) process.exitCode = 1
