import { expect, it } from 'vitest'
import { readConfig } from './config'
import { preflight, PreflightError, type PreflightProbes } from './preflight'

const REAL = {
  MONGODB_URI: 'mongodb://127.0.0.1/forum',
  REDIS_URL: 'redis://127.0.0.1',
  S3_URL: 'https://key:secret@store.example/bucket?region=eu',
  PUBLIC_URL: 'https://forum.example',
  TRUST_PROXY: '1',
  METRICS_TOKEN: 'a token',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'forum@forum.example',
  SECURITY_CONTACT: 'mailto:security@forum.example',
}
const good: PreflightProbes = {
  inspect: () => Promise.resolve({ release: '8.0.1', pending: [] }),
  pingRedis: () => Promise.resolve(),
  freeBytes: () => Promise.resolve(50 * 1024 ** 3),
  checkMail: () => Promise.resolve(),
}
const lines = async (env: Record<string, string>, probes: Partial<PreflightProbes> = {}) =>
  (await preflight(readConfig(env), { ...good, ...probes })).split('\n')

it('finds nothing wrong with a complete configuration', async () => {
  const found = await lines(REAL)
  expect(found.every((line) => line.startsWith('ok '))).toBe(true)
  expect(found.join('\n')).toContain('database 8.0.1: nothing to migrate')
})

it('names the migrations that the first start would run', async () => {
  const inspect = () => Promise.resolve({ release: '8.0.1', pending: ['quotes', 'cases'] })
  expect((await lines(REAL, { inspect })).join('\n')).toContain('will migrate quotes, cases')
})

it.each([
  ['PUBLIC_URL', ''],
  ['PUBLIC_URL', 'http://forum.example'],
  ['TRUST_PROXY', ''],
  ['METRICS_TOKEN', ''],
  ['REDIS_URL', ''],
  ['S3_URL', ''],
  ['SECURITY_CONTACT', ''],
])('warns of %s=%s', async (name, value) => {
  const warned = (await lines({ ...REAL, [name]: value })).filter((line) => line.startsWith('warning'))
  expect(warned).toEqual([expect.stringContaining(name)])
})

it('warns of a disk with little room', async () => {
  const freeBytes = () => Promise.resolve(1024 ** 3)
  expect((await lines(REAL, { freeBytes })).join('\n')).toMatch(/^warning +1024 MB are free/m)
})

it('warns of a mail server that cannot be used, without which the forum starts all the same', async () => {
  const checkMail = () => Promise.reject(new Error('Invalid login: 535'))
  const found = (await lines(REAL, { checkMail })).join('\n')
  expect(found).toMatch(/^warning +SMTP_URL: the mail server cannot be used: Invalid login: 535$/m)
  expect((await lines(REAL)).join('\n')).toMatch(/^ok +the mail server responds$/m)
  expect((await lines({ ...REAL, SMTP_URL: '', MAIL_FROM: '' }, { checkMail })).join('\n')).not.toContain(
    '535',
  )
})

it.each([
  [{ inspect: () => Promise.reject(new Error('no answer')) }, 'the database cannot be used: no answer'],
  [{ pingRedis: () => Promise.reject(new Error('refused')) }, 'Redis cannot be reached'],
] satisfies [Partial<PreflightProbes>, string][])(
  'fails with everything that was found: %#',
  async (fault, text) => {
    const result = lines(REAL, fault)
    await expect(result).rejects.toBeInstanceOf(PreflightError)
    await expect(result).rejects.toThrow(text)
    await expect(result).rejects.toThrow('MB are free')
  },
)
