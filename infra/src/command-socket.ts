import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { OperatorError } from './operator-error'

const request = z.object({ line: z.array(z.string()) })
const reply = z.union([
  z.object({ say: z.string() }),
  z.object({ output: z.string() }),
  z.object({ failure: z.string() }),
])
type Reply = z.infer<typeof reply>

/** A command failed in the running forum; the message says why. */
export class RunningForumError extends OperatorError {
  override readonly name = 'RunningForumError'
}

/** Runs a command line; `say` reports progress. */
export type RunLine = (line: readonly string[], say: (text: string) => void) => Promise<string>

const fileOf = (dataDir: string) => path.join(dataDir, 'command-socket.txt')

/**
 * Runs the operator's commands in the process that has its database for itself: its caches hold what nobody else
 * changes. Only the user who runs the forum can reach the socket.
 *
 * @param describe returns the text for the operator about a failure
 * @returns stops
 */
export async function serveCommands(
  dataDir: string,
  run: RunLine,
  describe: (error: unknown) => string,
): Promise<() => Promise<void>> {
  // The path of a socket is limited to about 100 bytes, that of a data folder is not.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'forum-'))
  const address = path.join(folder, 'commands')
  const open = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    const send = (message: Reply) => void socket.write(`${JSON.stringify(message)}\n`)
    createInterface(socket).once('line', (text) => {
      const answer = async (): Promise<Reply> => {
        try {
          const { line } = request.parse(JSON.parse(text))
          return { output: await run(line, (say) => send({ say })) }
        } catch (error) {
          return { failure: describe(error) }
        }
      }
      void answer().then((message) => socket.end(`${JSON.stringify(message)}\n`))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
  await writeFile(fileOf(dataDir), address, { mode: 0o600 })
  return async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
    await rm(fileOf(dataDir), { force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Runs a command in the forum that uses this data folder; null if none is running.
 *
 * @throws {RunningForumError} if the command fails
 */
export async function runInForum(
  dataDir: string,
  line: readonly string[],
  say: (text: string) => void,
): Promise<string | null> {
  const address = await readFile(fileOf(dataDir), 'utf8').catch(() => null)
  if (address === null) return null
  const socket = net.connect(address)
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    // After a crash the file names a socket on which nobody listens.
    socket.once('error', () => resolve(false))
  })
  if (!isConnected) return null
  socket.write(`${JSON.stringify({ line })}\n`)
  for await (const text of createInterface(socket)) {
    const message = reply.parse(JSON.parse(text))
    if ('say' in message) say(message.say)
    else if ('output' in message) return message.output
    else throw new RunningForumError(message.failure)
  }
  throw new RunningForumError('The forum stopped before the command was finished.')
}
