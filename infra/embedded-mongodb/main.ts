import { access } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { EmbeddedMongodbError } from './errors'
import { startEmbeddedMongodb } from './starter'

/** Runs the embedded database as a process of its own (`npm run database`). */

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data/mongodb' },
    port: { type: 'string', default: '27018' },
    cache: { type: 'string', default: path.join(homedir(), '.cache', 'overseas-forum') },
  },
})

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Returns the front that the build has placed beside this program, if it was built. */
async function builtFront(): Promise<string | undefined> {
  const file = fileURLToPath(new URL('embedded-mongodb-front.mjs', import.meta.url))
  return access(file).then(
    () => file,
    () => undefined,
  )
}

async function main(): Promise<void> {
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    say('usage: npm run database -- [--data data/mongodb] [--port 27018] [--cache FOLDER]')
    process.exitCode = 2
    return
  }
  const stopAsked = new AbortController()
  process.once('SIGINT', () => stopAsked.abort())
  process.once('SIGTERM', () => stopAsked.abort())
  const frontBundle = await builtFront()
  const database = await startEmbeddedMongodb({
    dataDir: path.resolve(values.data),
    cacheDir: path.resolve(values.cache),
    port,
    ...(frontBundle === undefined ? {} : { frontBundle }),
    signal: stopAsked.signal,
    onProgress: say,
    log: (level, message, details) => say(`${level}: ${message} ${details ? JSON.stringify(details) : ''}`),
  })
  process.stdout.write(`ready ${database.uri}\n`)
  const stop = () => void database.stop()
  if (stopAsked.signal.aborted) stop()
  else stopAsked.signal.addEventListener('abort', stop)
}

main().catch((error: unknown) => {
  say(error instanceof EmbeddedMongodbError ? `${error.code}: ${error.message}` : String(error))
  process.exitCode = 1
})
