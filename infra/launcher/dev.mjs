// `npm run dev`: everything on one port, from source. Vite serves the page with hot reload and passes the API and the
// sockets on to the server, which restarts when one of its sources changes. The embedded database runs beside both
// and stays up. HOST, PORT, DATA_DIR, MONGODB_URI and the server's other variables work as they do for `npm start`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createTcpServer } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './packages.mjs'
import { endWithNpm } from './parent.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

endWithNpm()
installPackages(root)
const { createServer: createViteServer } = await import('vite')

const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs')
const { HOST = '127.0.0.1', PORT = '3000', DATA_DIR = path.join(root, 'data/dev') } = process.env

/** Running programs, last started first: the order in which they end. */
const running = []
let ending = null

/** Starts a program and returns it; if it exits, all other programs are ended too. */
function start(name, args, env = {}) {
  const child = spawn(process.execPath, [tsx, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    // In a separate process group, so that Ctrl-C reaches only this process, which then ends the others in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.once('exit', () => {
    if (ending) return
    process.stderr.write(`the ${name} exited\n`)
    void end(1)
  })
  running.unshift(child)
  return child
}

/** Calls back for each line a program prints. */
function onLine(child, handle) {
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(handle)
  })
}

function end(code) {
  ending ??= (async () => {
    await vite?.close()
    for (const child of running) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    process.exit(code)
  })()
  return ending
}

async function freePort() {
  const probe = createTcpServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

/** Returns the address of the database named by MONGODB_URI, or starts the embedded one. */
async function database() {
  if (process.env.MONGODB_URI) return process.env.MONGODB_URI
  const folder = path.join(DATA_DIR, 'mongodb')
  const child = start('database', ['infra/embedded-mongodb/main.ts', '--data', folder, '--port', '0'])
  return new Promise((resolve) =>
    onLine(child, (line) => line.startsWith('ready ') && resolve(line.slice('ready '.length))),
  )
}

let vite = null
process.once('SIGINT', () => void end(0))
process.on('SIGTERM', () => void end(0))

const port = await freePort()
const server = start('server', ['watch', '--clear-screen=false', 'infra/src/main.ts'], {
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR,
  MONGODB_URI: await database(),
  SEED: process.env.SEED ?? 'demo',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  TRUST_PROXY: '1',
  // Vite serves the page.
  FORUM_BUILD_DIR: '',
})
const serverReady = new Promise((resolve) => {
  onLine(server, (line) => {
    if (!line.startsWith('ready ')) return process.stdout.write(`${line}\n`)
    process.stdout.write('server started\n')
    return resolve()
  })
})

const target = { target: `http://127.0.0.1:${port}`, xfwd: true }
vite = await createViteServer({
  root: path.join(root, 'web'),
  configFile: path.join(root, 'web/vite.config.ts'),
  clearScreen: false,
  logLevel: 'warn',
  server: {
    host: HOST,
    port: Number(PORT),
    strictPort: PORT !== '0',
    proxy: { '/api': target, '/sitemap.xml': target, '/socket.io': { ...target, ws: true } },
  },
})
await vite.listen()
await serverReady
process.stdout.write(`ready http://${HOST}:${vite.httpServer.address().port}\n`)
