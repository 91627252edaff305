import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig, redacted } from './config'

const faultsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.faults
  }
}

describe('the configuration', () => {
  it('defaults to the demo on loopback', () => {
    expect(readConfig({})).toMatchObject({
      role: 'all',
      host: '127.0.0.1',
      port: 3000,
      dataDir: 'data',
      seed: 'demo',
      rateLimits: true,
      siteTimeZone: 'America/New_York',
    })
  })

  it('lists every fault at once', () => {
    const faults = faultsOf({
      PORT: '70000',
      ROLE: 'both',
      SITE_TIMEZONE: 'Mars/Olympus',
      REDIS_URL: 'http://x',
    })
    expect(faults).toHaveLength(4)
  })

  it('treats an empty variable as missing', () => {
    expect(readConfig({ MONGODB_URI: '', PORT: '' })).toMatchObject({ mongodbUri: undefined, port: 3000 })
  })

  it('refuses demo content and disabled limits in production', () => {
    const faults = faultsOf({ NODE_ENV: 'production', SEED: 'demo', RATE_LIMITS: 'off' })
    expect(faults.join('\n')).toMatch(/TOKEN_SECRET[\s\S]*SEED=demo[\s\S]*RATE_LIMITS=off/)
  })

  it('refuses a sender without an address', () => {
    const sent = (MAIL_FROM: string) => ({ SMTP_URL: 'smtp://mail.example', MAIL_FROM })
    for (const from of ['论坛', '论坛 <luntan>', 'luntan@forum.example, zei@example.com'])
      expect(faultsOf(sent(from))).toEqual([expect.stringContaining('MAIL_FROM must be an address')])
    for (const from of ['luntan@forum.example', '论坛 <luntan@forum.example>'])
      expect(readConfig(sent(from)).mail?.from).toBe(from)
  })

  it('refuses a short secret', () => {
    expect(faultsOf({ TOKEN_SECRET: 'short' })).toEqual(['TOKEN_SECRET must have at least 32 bytes'])
  })

  it('creates demo accounts beyond loopback or in a given database only with SEED=demo', () => {
    expect(readConfig({ HOST: '0.0.0.0' }).seed).toBe('boards')
    expect(readConfig({ HOST: '0.0.0.0', SEED: 'demo' }).seed).toBe('demo')
    expect(readConfig({ MONGODB_URI: 'mongodb://127.0.0.1/forum' }).seed).toBe('boards')
  })

  it('gives a forum without the built-in boards no name of theirs', () => {
    expect(readConfig({ SEED: 'none' }).siteName).toBe('新论坛')
    expect(readConfig({ SEED: 'demo' }).siteName).toBe('海外华人论坛')
    expect(readConfig({ SEED: 'none', SITE_NAME: '岩点攀岩社' }).siteName).toBe('岩点攀岩社')
  })

  it('lists the variables that a gateway needs', () => {
    expect(faultsOf({ ROLE: 'gateway' })).toEqual([
      'REDIS_URL must be given when ROLE=gateway',
      'API_URL must be given when ROLE=gateway',
    ])
  })

  it('derives the gateway secret from the token secret unless it is given', () => {
    const tokenSecret = 'x'.repeat(40)
    const derived = readConfig({ TOKEN_SECRET: tokenSecret }).gatewaySecret
    expect(derived).toMatch(/^[\w-]{43}$/)
    expect(readConfig({ TOKEN_SECRET: tokenSecret }).gatewaySecret).toBe(derived)
    const given = 'g'.repeat(32)
    expect(readConfig({ TOKEN_SECRET: tokenSecret, GATEWAY_SECRET: given }).gatewaySecret).toBe(given)
    expect(readConfig({}).gatewaySecret).toBeUndefined()
    expect(faultsOf({ GATEWAY_SECRET: 'short' })).toHaveLength(1)
  })

  it('refuses a file store without key, secret or bucket', () => {
    for (const url of ['s3://bucket', 'https://s3.example.com/bucket', 'https://key:secret@s3.example.com/'])
      expect(faultsOf({ S3_URL: url })).toHaveLength(1)
    expect(readConfig({ S3_URL: 'https://key:secret@s3.example.com/b?region=x' }).s3Url).toContain('/b?')
  })

  it('refuses an incomplete first admin', () => {
    expect(faultsOf({ ADMIN_USERNAME: 'chief' })).toHaveLength(1)
  })

  it('limits the connections of an address, except behind a trusted proxy or without rate limits', () => {
    const limitOf = (environment: Record<string, string>) => readConfig(environment).connectionsPerAddress
    expect(limitOf({})).toBe(500)
    expect(limitOf({ TRUST_PROXY: '1' })).toBeNull()
    expect(limitOf({ TRUST_PROXY: '1', CONNECTIONS_PER_ADDRESS: '50' })).toBe(50)
    expect(limitOf({ CONNECTIONS_PER_ADDRESS: '0' })).toBeNull()
    expect(limitOf({ RATE_LIMITS: 'off', CONNECTIONS_PER_ADDRESS: '50' })).toBeNull()
  })

  it('asks browsers for https only where the public address is https, and as configured', () => {
    const PUBLIC_URL = 'https://forum.example'
    expect(readConfig({ PUBLIC_URL }).hsts).toBe('max-age=31536000')
    expect(readConfig({ PUBLIC_URL, HSTS: 'off' }).hsts).toBeNull()
    const HSTS = 'max-age=600; includeSubDomains'
    expect(readConfig({ PUBLIC_URL, HSTS }).hsts).toBe(HSTS)
    expect(readConfig({ PUBLIC_URL: 'http://forum.example' }).hsts).toBeNull()
    expect(faultsOf({ HSTS })).toEqual(['HSTS needs a PUBLIC_URL that starts with https://'])
    expect(faultsOf({ PUBLIC_URL, HSTS: 'on\r\nX: y' })).toHaveLength(1)
  })

  it('redacts every secret in the log', () => {
    const config = readConfig({
      TOKEN_SECRET: 'x'.repeat(40),
      MONGODB_URI: 'mongodb://user:hunter2@127.0.0.1/forum',
      METRICS_TOKEN: 'scraper-secret',
      S3_URL: 'https://key:storesecret@s3.example.com/bucket',
    })
    expect(JSON.stringify(redacted(config))).not.toMatch(/xxxx|hunter2|scraper-secret|storesecret/)
  })
})
