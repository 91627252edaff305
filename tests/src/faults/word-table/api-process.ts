import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, createApi } from '@forum/http-api'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { TEST_CONFIG } from '../../fixtures/config'
import { MemoryFiles } from '../../fixtures/files'
import { WordTable } from './word-table'

/** An API with one more consumer. It reports its port, then every write of the consumer, and waits to be killed. */
export interface Report {
  port?: number
  write?: true
}

const [uri = '', offset = '0'] = process.argv.slice(2)
const offsetMs = Number(offset)
const report = (what: Report) => new Promise<void>((resolve) => process.send?.(what, () => resolve()))
process.on('disconnect', () => process.exit())

const connection = await connect(uri)
const api = createApi({
  connection,
  consumers: [new WordTable(connection, () => report({ write: true }))],
  clock: { offsetMs, now: () => new Date(Date.now() + offsetMs) },
  config: TEST_CONFIG,
  bus: null,
  redis: null,
  files: new MemoryFiles(),
  log: pino({ level: 'silent' }),
  registry: new Registry(),
})
await api.start()
const server = http.createServer((req, res) => void api.callback()(req, res))
server.listen(0, '127.0.0.1', () => void report({ port: (server.address() as AddressInfo).port }))
