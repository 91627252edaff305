// `npm run bench`: the hot calls, each beside its floor in the same run, against a forum of its own with the demo
// community. Not a test: it sets no limit, it prints what was measured.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { io } from 'socket.io-client'

const root = fileURLToPath(new URL('../..', import.meta.url))
const buildDir = path.join(root, '.build')
const WARM_UP = 20
const CALLS = 200

if (
  spawnSync(process.execPath, ['infra/launcher/build.mjs', root, buildDir], { cwd: root, stdio: 'inherit' })
    .status
) {
  process.exit(1)
}
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'forum-bench-'))
const server = spawn(process.execPath, [path.join(buildDir, 'server.mjs')], {
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    SEED: 'demo',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    FORUM_BUILD_DIR: buildDir,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  await measure(await readyUrl())
} finally {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}

function readyUrl() {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout.on('data', (chunk) => {
      text += chunk
      const ready = /^ready (\S+)$/m.exec(text)
      if (ready) resolve(ready[1])
    })
    server.once('exit', (code) => reject(new Error(`the forum ended with ${code}`)))
  })
}

async function call(url, options) {
  const answer = await fetch(url, options)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

async function measure(url) {
  const api = `${url}/api`
  const json = { 'Content-Type': 'application/json' }
  const { token } = await call(`${api}/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'laowang88', password: 'Forum#2025' }),
  })
  const { threads } = await call(`${api}/threads?sortBy=replyCount&limit=1`)
  const longest = threads[0]
  const { thread } = await call(`${api}/threads`, {
    method: 'POST',
    headers: { ...json, Authorization: `Bearer ${token}` },
    body: JSON.stringify({ title: '测速', content: '测速', boardId: 124 }),
  })
  const reply = () =>
    call(`${api}/posts`, {
      method: 'POST',
      headers: { ...json, Authorization: `Bearer ${token}` },
      body: JSON.stringify({ threadId: thread.id, content: '测速的一楼回复' }),
    })
  const reader = io(url, { transports: ['websocket'] })
  await reader.emitWithAck('thread:join', { threadId: thread.id })
  const heard = () => new Promise((resolve) => reader.once('post:created', resolve))
  const rows = [
    // The floor of any call: HTTP, the log line and JSON, without the database.
    ['floor: a call without the database', () => call(`${api}/health/live`)],
    ['floor: one round trip to the database', () => call(`${api}/health/ready`)],
    ['thread page, first', () => call(`${api}/threads/${longest.id}`)],
    ['thread page, last', () => call(`${api}/threads/${longest.id}?page=last`)],
    ['board page', () => call(`${api}/boards/42`)],
    ['all boards', () => call(`${api}/boards`)],
    ['reply', reply],
    ['reply, until it is answered and heard', () => Promise.all([heard(), reply()])],
  ]
  process.stdout.write(
    `${CALLS} calls one after the other, Node ${process.version}, ${os.cpus().length} cores\n`,
  )
  for (const [name, work] of rows) {
    const times = []
    for (let i = 0; i < WARM_UP + CALLS; i++) {
      const start = performance.now()
      await work()
      if (i >= WARM_UP) times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(1).padStart(8)
    process.stdout.write(`${name.padEnd(40)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   p99 ${at(0.99)} ms\n`)
  }
  reader.close()
}
