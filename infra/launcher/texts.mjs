// Checks that the page uses every text of its namespaces; a text in one language does not compile. `--json` prints the
// unused keys as JSON.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Reading fewer texts than this is an error, because a run that reads none would find none unused. */
const MINIMUM_TEXTS = 500

const modules = readdirSync(path.join(root, 'web/src'), { recursive: true })
  .map((name) => `web/src/${name.replaceAll('\\', '/')}`)
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))

function parsed(file) {
  const { program, errors } = parseSync(file, readFileSync(path.join(root, file), 'utf8'))
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  return program
}

/** Returns the paths of the texts in an object of a table. */
function pathsIn(object, prefix) {
  return object.properties.flatMap(({ key, value }) => {
    const name = `${prefix}.${key.name ?? key.value}`
    return value.type === 'ObjectExpression' ? pathsIn(value, name) : [name]
  })
}

/** Returns the keys that a module defines, as in `threadText.loadFailed`. */
function keysOf(file) {
  const keys = []
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init?.type === 'CallExpression' && init.callee.name === 'defineTexts')
        keys.push(...pathsIn(init.arguments[1], id.name))
    },
  }).visit(parsed(file))
  return keys
}

const keys = modules.filter((name) => name.endsWith('.texts.ts')).flatMap(keysOf)
const namespaces = new Set(keys.map((key) => key.split('.')[0]))

/** Stands for an expression that is not followed. */
const ANY_STRING = '<any string>'
const strings = new Set()

const escaped = (text) => text.replaceAll('.', '\\.')

/**
 * Returns patterns of the keys that an expression may stand for: a literal, a choice, a template, a constant of the
 * same module or one of its properties. Any other expression may be every string that the page contains.
 */
function patternsOf(expression, constants) {
  const patterns = (inner) => patternsOf(inner, constants)
  switch (expression.type) {
    case 'Literal':
      return typeof expression.value === 'string' ? [escaped(expression.value)] : []
    case 'ConditionalExpression':
      return [...patterns(expression.consequent), ...patterns(expression.alternate)]
    case 'TemplateLiteral':
      return [expression.quasis.map(({ value }) => escaped(value.cooked)).join('\\w+')]
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return patterns(expression.expression)
    case 'ObjectExpression':
      return expression.properties.flatMap(({ value }) => patterns(value))
    case 'Identifier':
    case 'MemberExpression': {
      const constant = constants.get((expression.object ?? expression).name)
      if (constant) return patterns(constant)
    }
  }
  return [ANY_STRING]
}

/** Returns patterns of the keys that a module reads, and adds its strings to `strings`. */
function readIn(file) {
  const constants = new Map()
  const calls = []
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') strings.add(value)
    },
    VariableDeclaration({ kind, declarations }) {
      if (kind !== 'const') return
      for (const { id, init } of declarations) if (id.name && init) constants.set(id.name, init)
    },
    CallExpression({ callee, arguments: [key] }) {
      if (namespaces.has(callee.name)) calls.push([callee.name, key, ''])
      if (namespaces.has(callee.object?.name)) calls.push([callee.object.name, key, '\\..*'])
    },
  }).visit(parsed(file))
  return calls.flatMap(([namespace, key, rest]) =>
    patternsOf(key, constants).map((pattern) => `${namespace}\\.${pattern}${rest}`),
  )
}

const patterns = new Set(modules.filter((name) => !name.endsWith('.texts.ts')).flatMap(readIn))
const anyString = `(${[...strings].filter((text) => /^\w+$/.test(text)).join('|')})`
const read = new RegExp(`^(${[...patterns].join('|').replaceAll(ANY_STRING, anyString)})$`)
const unused = keys.filter((key) => !read.test(key))

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
