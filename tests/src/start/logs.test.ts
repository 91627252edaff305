import { expect, it, onTestFinished } from 'vitest'
import { ownDatabase } from '../fixtures/database'
import { startProcess } from '../fixtures/process'

it('writes each field of a log line once, and measures the free space of the disk', async () => {
  const forum = await startProcess({ MONGODB_URI: ownDatabase(), SEED: 'boards', LOG_LEVEL: 'info' })
  onTestFinished(() => forum.killAll())
  const metrics = await (await fetch(`${forum.url}/api/metrics`)).text()
  expect(Number(/^forum_disk_free_bytes (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0)

  await expect.poll(() => forum.output()).toContain('"path":"/api/metrics"')
  const lines = forum
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(lines.filter((line) => line.includes('"listening"'))).toHaveLength(1)
  for (const line of lines) {
    const once = JSON.stringify(JSON.parse(line))
    expect(line).toBe(once)
  }
})
