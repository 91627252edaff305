import { homedir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { EmbeddedMongodbError } from './errors'
import { startEmbeddedMongodb } from './starter'

/** Runs the embedded database by hand: `npx tsx infra/embedded-mongodb/main.ts --data DIR --port 27018`. */

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    port: { type: 'string', default: '27018' },
    cache: { type: 'string', default: path.join(homedir(), '.cache', 'overseas-forum') },
  },
})

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function main(): Promise<void> {
  const port = Number(values.port)
  if (values.data === undefined || !Number.isInteger(port) || port < 0 || port > 65_535) {
    say('usage: main.ts --data FOLDER [--port 27018] [--cache FOLDER]')
    process.exitCode = 2
    return
  }
  const stopAsked = new AbortController()
  process.once('SIGINT', () => stopAsked.abort())
  process.once('SIGTERM', () => stopAsked.abort())
  const database = await startEmbeddedMongodb({
    dataDir: path.resolve(values.data),
    cacheDir: path.resolve(values.cache),
    port,
    signal: stopAsked.signal,
    onProgress: say,
    log: (level, message, details) => say(`${level}: ${message} ${details ? JSON.stringify(details) : ''}`),
  })
  process.stdout.write(`${database.uri}\n`)
  const stop = () => void database.stop()
  if (stopAsked.signal.aborted) stop()
  else stopAsked.signal.addEventListener('abort', stop)
}

main().catch((error: unknown) => {
  say(error instanceof EmbeddedMongodbError ? `${error.code}: ${error.message}` : String(error))
  process.exitCode = 1
})
