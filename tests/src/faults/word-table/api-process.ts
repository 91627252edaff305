import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, createApi } from '@forum/http-api'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { TEST_CONFIG } from '../../fixtures/config'
import { MemoryFiles } from '../../fixtures/files'
import { WordTable } from './word-table'

/**
 * An API with an additional consumer. It reports its port, then every write of a consumer or a purge, and waits to be
 * killed.
 */
export interface Report {
  port?: number
  /** Who writes: the additional consumer has just written, notifications and events of a purge are about to be. */
  write?: 'words' | 'notify' | 'purge'
}

const [uri = '', offset = '0', lastWrite = 'Infinity'] = process.argv.slice(2)
const offsetMs = Number(offset)
/** The number of the write of words after which nothing more is recorded, since the process is killed there. */
const lastWriteOfWords = Number(lastWrite)
const report = (what: Report) => new Promise<void>((resolve) => process.send?.(what, () => resolve()))
process.on('disconnect', () => process.exit())

let writesOfWords = 0
async function reportWords(): Promise<void> {
  writesOfWords += 1
  await report({ write: 'words' })
  if (writesOfWords >= lastWriteOfWords) await new Promise(() => undefined)
}

/** Returns true if a command stores events of a purge. */
const isOfPurge = ({ insert, bulkWrite, documents, ops }: Record<string, unknown>): boolean =>
  (insert === 'threadEvents' || bulkWrite !== undefined) &&
  JSON.stringify([documents, ops]).includes('"commandId":"purge:')

const connection = await connect(uri, { monitorCommands: true })
connection.getClient().on('commandStarted', ({ command }: { command: Record<string, unknown> }) => {
  if (isOfPurge(command)) void report({ write: 'purge' })
  if ([command.insert, command.update].includes('notifications')) void report({ write: 'notify' })
})
const api = createApi({
  connection,
  consumers: (ofAreas) => [...ofAreas, new WordTable(connection, reportWords)],
  clock: { offsetMs, now: () => new Date(Date.now() + offsetMs) },
  config: TEST_CONFIG,
  bus: null,
  redis: null,
  files: new MemoryFiles(),
  log: pino({ level: 'silent' }),
  registry: new Registry(),
})
await api.start()
const server = http.createServer((req, res) => api.callback()(req, res))
server.listen(0, '127.0.0.1', () => void report({ port: (server.address() as AddressInfo).port }))
