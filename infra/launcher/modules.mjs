// The modules of the repository and what they name: for the import rules and for `npm test -- changed`.
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { ResolverFactory } from 'oxc-resolver'

export const root = realpathSync(fileURLToPath(new URL('../..', import.meta.url)))
const WORKSPACES = ['shared', 'http-api', 'realtime-server', 'web', 'infra', 'tests']

const resolver = new ResolverFactory({
  extensions: ['.ts', '.tsx', '.mjs', '.js'],
  conditionNames: ['node', 'import', 'types', 'default'],
  mainFields: ['module', 'main', 'types'],
})

/** The names of all modules, from the root of the repository. */
export const allModules = () => WORKSPACES.flatMap(modulesBelow)

function modulesBelow(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /^(node_modules|dist|data)$/.test(entry.name) ? [] : modulesBelow(name)
    return /\.(tsx?|mjs)$/.test(entry.name) ? [name] : []
  })
}

/**
 * Returns the specifiers that a module imports, re-exports, loads lazily or names in a type, those from which it takes the
 * slices that it writes, and its string literals.
 */
export function namesIn(file) {
  const { program, errors } = parseSync(file, readFileSync(path.join(root, file), 'utf8'))
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const specifiers = new Set()
  const sourceOf = new Map()
  const written = new Set()
  const strings = new Set()
  const add = ({ source }) => {
    if (typeof source?.value === 'string') specifiers.add(source.value)
  }
  new Visitor({
    ImportDeclaration(declaration) {
      add(declaration)
      for (const { local } of declaration.specifiers) sourceOf.set(local.name, declaration.source.value)
    },
    CallExpression({ callee, arguments: [slice] }) {
      if ((callee.name ?? callee.property?.name) === 'write' && sourceOf.has(slice?.name))
        written.add(sourceOf.get(slice.name))
    },
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
    TSExternalModuleReference: ({ expression }) => add({ source: expression }),
    Literal: ({ value }) => {
      if (typeof value === 'string') strings.add(value)
    },
  }).visit(program)
  return { specifiers, written, strings }
}

/** Resolves a specifier to a module name as used in the rules; null if it does not resolve. */
export function resolve(file, specifier) {
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
