import { type api } from '@forum/shared/contract'
import { type serverEvents } from '@forum/shared/events'
import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

const shared = fileURLToPath(new URL('../shared/src/', import.meta.url))

interface Contract {
  api: typeof api
}
interface Events {
  serverEvents: typeof serverEvents
}

/** Endpoints of screens that few open, and of what few do: what admins and moderators do, the settings of an account, complaints. */
const RARE = [
  /^\/(admin|moderation|groups|complaints|push|mail|health|uploads|feed\.xml)\b/,
  /^\/auth\/(?!me|log|confirm)/,
  /^\/users\/:userId\/(ban|mute|clear|warn|role|same-source|discipline|notes|purge)/,
  /^\/categories\/:key|^\/boards\/:boardId\/(level|transfer|feed)/,
  /^\/threads\/:threadId\/(pin|lock|feature|type|slow|schedule|move|restore)/,
  /^\/posts\/:postId\/(restore|history|likes)/,
  /\/(report|settings)$/,
]
const isRare = (path: string) => RARE.some((rare) => rare.test(path))

/** Returns a module with the method, the path and the upload of each endpoint whose path is wanted. */
async function endpointTable(isWanted: (path: string) => boolean): Promise<string> {
  const { module } = await runnerImport<Contract>(`${shared}contract/index.ts`)
  const endpoints = Object.entries(module.api).filter(
    ([, { access, path }]) => access !== 'gateway' && isWanted(path),
  )
  const rows = endpoints.map(([name, { methods, path }]) => [name, methods.join(), path].join(' '))
  const uploads = endpoints.flatMap(([name, { upload }]) => (upload === null ? [] : [[name, upload]]))
  // Lines compress better than objects.
  return `const uploads = ${JSON.stringify(Object.fromEntries(uploads))}
    export const api = Object.fromEntries(${JSON.stringify(rows.join('\n'))}.split('\\n').map((row) => {
      const [name, methods, path] = row.split(' ')
      return [name, { methods: methods.split(','), path, upload: uploads[name] }]
    }))`
}

/** The parts of the contract that the client modules use at run time, derived from the contract itself. */
const TABLES = [
  {
    module: '@forum/shared/contract',
    importer: /\/lib\/api\.ts$/,
    source: () => endpointTable((path) => !isRare(path)),
  },
  {
    module: '@forum/shared/contract',
    importer: /\/lib\/rare-endpoints\.ts$/,
    source: () => endpointTable(isRare),
  },
  {
    module: '@forum/shared/events',
    importer: /\/lib\/socket\.ts$/,
    async source() {
      const { module } = await runnerImport<Events>(`${shared}events.ts`)
      const names = Object.keys(module.serverEvents).join(' ')
      return `export const serverEvents = Object.fromEntries('${names}'.split(' ').map((name) => [name, null]))`
    },
  },
]

const PREFIX = '\0contract-table:'

/**
 * Keeps schemas out of the first load. The client of the API needs a path, a method and the upload of each endpoint and the socket
 * needs the names of the events; with their schemas they would bring 20 KB. Forms that check by a schema import it.
 */
export function contractTables(): Plugin {
  return {
    name: 'contract-tables',
    apply: 'build',
    enforce: 'pre',
    resolveId(module, importer = '') {
      const index = TABLES.findIndex((table) => table.module === module && table.importer.test(importer))
      return index < 0 ? undefined : `${PREFIX}${index}`
    },
    load(id) {
      return id.startsWith(PREFIX) ? TABLES[Number(id.slice(PREFIX.length))]?.source() : undefined
    },
  }
}
