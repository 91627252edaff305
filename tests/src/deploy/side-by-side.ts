/**
 * Runs two releases side by side under load: the whole forum on an older build, then one machine after the other on this
 * one, with a time in between. Prints how many reads and writes there were, every error, and the longest wait.
 *
 *   tsx tests/src/deploy/side-by-side.ts <folder of the older build> [seconds]
 *
 * Build the older one in a checkout of its own with `node infra/launcher/build.mjs "$PWD" "$PWD/.build"`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Community } from '../fixtures/community'
import { SteadyLoad } from '../fixtures/steady-load'
import { Topology } from '../fixtures/topology'

const [older, seconds = '60'] = process.argv.slice(2)
if (older === undefined) throw new Error('Name the folder of the older build.')
const topology = await Topology.start({ FORUM_BUILD_DIR: older })
try {
  const community = new Community(topology.apis[0].url)
  const members = [await community.register('shuangji1'), await community.register('shuangji2')]
  const threadId = await community.startThread(members[0]!, '新旧两个版本')
  const load = new SteadyLoad(topology.nginx, members, threadId, ['/', `/api/threads/${threadId}`])
  const startedAt = Date.now()
  await wait(5_000)
  for (const machine of [0, 1] as const) {
    const parts = [`api ${machine}`, `gateway ${machine}`] as const
    await Promise.all(parts.map((part) => topology.stopPart(part)))
    for (const part of parts) await topology.restart(part)
    process.stdout.write(`machine ${machine} runs this release\n`)
    await wait(machine === 0 ? Number(seconds) * 1_000 : 5_000)
  }
  await load.stop()
  const { thread } = await community.call<{ thread: { postCount: number } }>(
    'GET',
    `/threads/${threadId}`,
    null,
  )
  process.stdout.write(
    `${load.reads} reads and ${load.written.size} writes, of which ${thread.postCount - 1} are in the thread; ` +
      `${load.errors.length} errors; the longest wait was ${load.longestPauseSince(startedAt)} ms\n`,
  )
  for (const { what } of load.errors) process.stdout.write(`${what}\n`)
} finally {
  await topology.stop()
}
