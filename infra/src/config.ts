import type { OidcProviderConfig } from '@forum/http-api'
import { email, newPassword, username } from '@forum/shared/contract'
import { fieldText } from '@forum/shared/bilingual'
import { HTTP_CONNECTIONS_PER_ADDRESS } from './limits'
import * as z from 'zod/mini'
import { oidcProvidersOf } from './oidc-providers'
import { OperatorError } from './operator-error'
import { redisUrlFault } from './redis'
import { deriveGatewaySecret } from './token-secret'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])
const TOKEN_SECRET_MIN_BYTES = 32
/** A longer shutdown is cut short, because supervisors commonly grant 10 s. */
const STOP_WITHIN_DEFAULT_MS = 9_500
/** Longer than a session without use (`SESSION_DAYS`), so that its owner is known when it has ended. */
const ADDRESS_DAYS_DEFAULT = 90
/** A year, for this host alone. */
const HSTS_DEFAULT = 'max-age=31536000'
const STOP_WITHIN_MAX_MS = 600_000
const CONTACT_MAX = 200

const text = z.string().check(z.minLength(1))
const number = (name: string, min: number, max: number) =>
  z.pipe(
    z.string(),
    z.transform((given: string, ctx) => {
      const value = Number(given)
      if (/^\d+$/.test(given) && value >= min && value <= max) return value
      ctx.issues.push({
        code: 'custom',
        input: given,
        message: `${name} must be a whole number from ${min} to ${max}`,
      })
      return z.NEVER
    }),
  )
const url = (protocols: string[], message: string) =>
  z.string().check(
    z.refine((given) => {
      const parsed = URL.canParse(given) ? new URL(given) : null
      return parsed !== null && protocols.includes(parsed.protocol)
    }, message),
  )

/** A value that must follow a rule for member accounts. */
const accountField = (name: string, field: string, rule: z.ZodMiniType<string, string>) =>
  z.string().check((ctx) => {
    const parsed = rule.safeParse(ctx.value)
    if (parsed.success) return
    const code = parsed.error.issues[0]?.message ?? 'invalid'
    ctx.issues.push({
      code: 'custom',
      input: ctx.value,
      message: `${name}: ${fieldText({ field, code }, 'en')}`,
    })
  })

const isTimeZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const isS3Url = (given: string) => {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.username !== '' && url.password !== '' && /^\/[^/]/.test(url.pathname)
}

const variables = z.object({
  NODE_ENV: z._default(z.string(), 'development'),
  ROLE: z._default(z.enum(['all', 'api', 'gateway'], 'ROLE must be all, api or gateway'), 'all'),
  PORT: z._default(number('PORT', 0, 65_535), 3_000),
  HOST: z._default(text, '127.0.0.1'),
  DATA_DIR: z._default(text, 'data'),
  MONGODB_URI: z.optional(
    z
      .string()
      .check(z.regex(/^mongodb(\+srv)?:\/\//, 'MONGODB_URI must start with mongodb:// or mongodb+srv://')),
  ),
  MONGOD_BINARY: z.optional(text),
  REDIS_URL: z.optional(
    z.string().check((ctx) => {
      const fault = redisUrlFault(ctx.value)
      if (fault !== null) ctx.issues.push({ code: 'custom', input: ctx.value, message: fault })
    }),
  ),
  API_URL: z.optional(url(['http:', 'https:'], 'API_URL must start with http:// or https://')),
  TOKEN_SECRET: z.optional(
    z
      .string()
      .check(
        z.refine(
          (secret) => Buffer.byteLength(secret) >= TOKEN_SECRET_MIN_BYTES,
          `TOKEN_SECRET must have at least ${TOKEN_SECRET_MIN_BYTES} bytes`,
        ),
      ),
  ),
  GATEWAY_SECRET: z.optional(
    z
      .string()
      .check(
        z.regex(
          new RegExp(`^[\\x21-\\x7e]{${TOKEN_SECRET_MIN_BYTES},}$`),
          `GATEWAY_SECRET must have at least ${TOKEN_SECRET_MIN_BYTES} characters of printable ASCII without blanks`,
        ),
      ),
  ),
  SEED: z.optional(z.enum(['demo', 'boards', 'none'], 'SEED must be demo, boards or none')),
  ADMIN_USERNAME: z.optional(accountField('ADMIN_USERNAME', 'username', username)),
  ADMIN_PASSWORD: z.optional(accountField('ADMIN_PASSWORD', 'password', newPassword)),
  ADMIN_EMAIL: z.optional(accountField('ADMIN_EMAIL', 'email', email)),
  ADDRESS_DAYS: z._default(number('ADDRESS_DAYS', 0, 3_650), ADDRESS_DAYS_DEFAULT),
  CONNECTIONS_PER_ADDRESS: z.optional(number('CONNECTIONS_PER_ADDRESS', 0, 1_000_000)),
  RATE_LIMITS: z._default(z.enum(['on', 'off'], 'RATE_LIMITS must be on or off'), 'on'),
  CHECK_RESPONSES: z._default(z.enum(['on', 'off'], 'CHECK_RESPONSES must be on or off'), 'off'),
  PUBLIC_URL: z.optional(url(['http:', 'https:'], 'PUBLIC_URL must start with http:// or https://')),
  HSTS: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(off|max-age=\d+(; includeSubDomains)?(; preload)?)$/,
          'HSTS must be off or look like max-age=31536000; includeSubDomains; preload',
        ),
      ),
  ),
  CORS_ORIGINS: z._default(z.string(), ''),
  TRUST_PROXY: z._default(number('TRUST_PROXY', 0, 10), 0),
  SITE_NAME: z.optional(text),
  SITE_TIMEZONE: z._default(
    z.string().check(z.refine(isTimeZone, 'SITE_TIMEZONE must be a time zone such as America/New_York')),
    'America/New_York',
  ),
  LOG_LEVEL: z._default(
    z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent',
    ),
    'info',
  ),
  OIDC_PROVIDERS: z.optional(
    z.string().check(
      z.refine((json) => oidcProvidersOf(json) !== null, {
        error:
          'OIDC_PROVIDERS must be a list in JSON, such as [{"id":"google","client":"…","secret":"…"}]; others than google, microsoft, github and wechat also need "issuer" and "name"',
      }),
    ),
  ),
  SMTP_URL: z.optional(url(['smtp:', 'smtps:'], 'SMTP_URL must start with smtp:// or smtps://')),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
          'MAIL_FROM must be an address, such as forum@example.org or "The forum <forum@example.org>"',
        ),
      ),
  ),
  MAIL_BOUNCES: z.optional(
    z.string().check(z.regex(/^[^\s@+]+@[^\s@]+\.[^\s@]+$/, 'MAIL_BOUNCES must be an address without a +')),
  ),
  MAIL_BOUNCES_SECRET: z.optional(
    z.string().check(z.minLength(32, 'MAIL_BOUNCES_SECRET must have at least 32 characters')),
  ),
  PUSH_SUBJECT: z.optional(url(['https:', 'mailto:'], 'PUSH_SUBJECT must start with https:// or mailto:')),
  CONTACT: z.optional(
    z
      .string()
      .check(z.minLength(1), z.maxLength(CONTACT_MAX, `CONTACT must have at most ${CONTACT_MAX} characters`)),
  ),
  SECURITY_CONTACT: z.optional(
    url(['https:', 'mailto:'], 'SECURITY_CONTACT must start with https:// or mailto:'),
  ),
  METRICS_TOKEN: z.optional(text),
  S3_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          isS3Url,
          'S3_URL must look like https://KEY:SECRET@host/bucket?region=REGION, with key, secret and bucket',
        ),
      ),
  ),
  BACKUP_S3_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          isS3Url,
          'BACKUP_S3_URL must look like https://KEY:SECRET@host/bucket?region=REGION, with key, secret and bucket',
        ),
      ),
  ),
  STOP_DELAY_MS: z._default(number('STOP_DELAY_MS', 0, STOP_WITHIN_MAX_MS), 0),
  STOP_WITHIN_MS: z._default(number('STOP_WITHIN_MS', 1_000, STOP_WITHIN_MAX_MS), STOP_WITHIN_DEFAULT_MS),
})

export interface Config {
  isProduction: boolean
  role: 'all' | 'api' | 'gateway'
  port: number
  host: string
  dataDir: string
  mongodbUri: string | undefined
  mongodBinary: string | undefined
  redisUrl: string | undefined
  apiUrl: string | undefined
  /** The S3 store for uploads; undefined to keep them in the data folder. */
  s3Url: string | undefined
  /** The S3 store for backups that are kept elsewhere. */
  backupS3Url: string | undefined
  /** Undefined to generate one and keep it in the data folder. */
  tokenSecret: string | undefined
  /** The secret that a gateway sends to the API; undefined to derive it from the token secret. */
  gatewaySecret: string | undefined
  seed: 'demo' | 'boards' | 'none'
  admin: { username: string; password: string; email: string } | undefined
  rateLimits: boolean
  /** Days for which the address of a sign-in is kept after its last use. */
  addressDays: number
  /** Maximum number of open connections from one remote address; null for no limit. */
  connectionsPerAddress: number | null
  /** Validates every response against its schema; for tests only, because it costs time. */
  checkResponses: boolean
  /** Origins that may call the API besides the listening address: that of `PUBLIC_URL` and those of `CORS_ORIGINS`. */
  corsOrigins: string[]
  /** Number of proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: number
  /** The public address of the site, without a trailing slash. Undefined: the listening address. */
  publicUrl: string | undefined
  /** The header `Strict-Transport-Security` of every response; null for none. */
  hsts: string | null
  siteName: string
  siteTimeZone: string
  logLevel: string
  mail: { url: string; from: string } | undefined
  oidcProviders: readonly OidcProviderConfig[]
  /** Contact address of the operator for push services; undefined to use the address of the site. */
  pushSubject: string | undefined
  /** The operator's address or a note on how members reach the operator. */
  contact: string | undefined
  /** Where faults in security are reported. */
  securityContact: string | undefined
  metricsToken: string | undefined
  /** Time between the signal to stop and the closing of the port, in which others learn that the process will end. */
  stopDelayMs: number
  stopWithinMs: number
}

/** The configuration is invalid. The message lists every fault and reveals no secret. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError'

  constructor(readonly faults: readonly string[]) {
    super(`The configuration is wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
  }
}

const faultOf = (issue: z.core.$ZodIssue) => {
  const name = String(issue.path[0] ?? '')
  return issue.message.startsWith(name) ? issue.message : `${name} is wrong: it must not be empty`
}

/** The name of a forum with the built-in boards, and of one whose founder brings their own. */
const SPECIFIED_NAME = '海外华人论坛'
const UNNAMED = '新论坛'

/**
 * Reads a configuration from environment variables. An empty variable counts as missing.
 *
 * @throws {ConfigError} that lists every fault at once
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(faultOf))
  const env = parsed.data
  const isProduction = env.NODE_ENV === 'production'
  const faults: string[] = []

  if (isProduction && env.TOKEN_SECRET === undefined && env.ROLE !== 'gateway') {
    faults.push('TOKEN_SECRET must be given when NODE_ENV=production')
  }
  if (isProduction && env.SEED === 'demo') faults.push('SEED=demo is refused when NODE_ENV=production')
  if (isProduction && env.RATE_LIMITS === 'off')
    faults.push('RATE_LIMITS=off is refused when NODE_ENV=production')
  if (env.ROLE === 'gateway') {
    if (env.REDIS_URL === undefined) faults.push('REDIS_URL must be given when ROLE=gateway')
    if (env.API_URL === undefined) faults.push('API_URL must be given when ROLE=gateway')
  }
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password, ADMIN_EMAIL: email } = env
  const admin = username && password && email ? { username, password, email } : undefined
  if (!admin && (username ?? password ?? email) !== undefined) {
    faults.push('ADMIN_USERNAME, ADMIN_PASSWORD and ADMIN_EMAIL must be given together')
  }
  const { SMTP_URL: smtpUrl, MAIL_FROM: mailFrom } = env
  const { MAIL_BOUNCES: address, MAIL_BOUNCES_SECRET: secret } = env
  const bounces = address && secret ? { address, secret } : undefined
  if (!bounces && (address ?? secret) !== undefined) {
    faults.push('MAIL_BOUNCES and MAIL_BOUNCES_SECRET must be given together')
  }
  const mail = smtpUrl && mailFrom ? { url: smtpUrl, from: mailFrom, bounces } : undefined
  if (!mail && (smtpUrl ?? mailFrom) !== undefined) {
    faults.push('SMTP_URL and MAIL_FROM must be given together')
  }
  const isHttps = env.PUBLIC_URL !== undefined && new URL(env.PUBLIC_URL).protocol === 'https:'
  if (!isHttps && env.HSTS !== undefined && env.HSTS !== 'off') {
    faults.push('HSTS needs a PUBLIC_URL that starts with https://')
  }
  if (env.STOP_DELAY_MS >= env.STOP_WITHIN_MS) {
    faults.push('STOP_DELAY_MS must be smaller than STOP_WITHIN_MS')
  }
  if (faults.length > 0) throw new ConfigError(faults)

  // The password of the demo accounts is public, so beyond loopback they exist only on request.
  const isTrial = env.MONGODB_URI === undefined && !isProduction && LOOPBACK.has(env.HOST)
  const seed = env.SEED ?? (isTrial ? 'demo' : 'boards')
  return {
    isProduction,
    role: env.ROLE,
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    mongodbUri: env.MONGODB_URI,
    mongodBinary: env.MONGOD_BINARY,
    redisUrl: env.REDIS_URL,
    apiUrl: env.API_URL,
    s3Url: env.S3_URL,
    backupS3Url: env.BACKUP_S3_URL,
    tokenSecret: env.TOKEN_SECRET,
    gatewaySecret:
      env.GATEWAY_SECRET ??
      (env.TOKEN_SECRET === undefined ? undefined : deriveGatewaySecret(env.TOKEN_SECRET)),
    seed,
    admin,
    rateLimits: env.RATE_LIMITS === 'on',
    addressDays: env.ADDRESS_DAYS,
    connectionsPerAddress: connectionsPerAddressOf(env),
    checkResponses: env.CHECK_RESPONSES === 'on',
    corsOrigins: [
      ...(env.PUBLIC_URL === undefined ? [] : [new URL(env.PUBLIC_URL).origin]),
      ...env.CORS_ORIGINS.split(',').flatMap((origin) => origin.trim() || []),
    ],
    trustProxy: env.TRUST_PROXY,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    hsts: isHttps && env.HSTS !== 'off' ? (env.HSTS ?? HSTS_DEFAULT) : null,
    siteName: env.SITE_NAME ?? (seed === 'none' ? UNNAMED : SPECIFIED_NAME),
    siteTimeZone: env.SITE_TIMEZONE,
    logLevel: env.LOG_LEVEL,
    mail,
    oidcProviders: oidcProvidersOf(env.OIDC_PROVIDERS ?? '[]') ?? [],
    pushSubject: env.PUSH_SUBJECT,
    contact: env.CONTACT,
    securityContact: env.SECURITY_CONTACT,
    metricsToken: env.METRICS_TOKEN,
    stopDelayMs: env.STOP_DELAY_MS,
    stopWithinMs: env.STOP_WITHIN_MS,
  }
}

/** Behind a trusted proxy every connection has the proxy's address, so there is no limit unless one is given. */
function connectionsPerAddressOf(env: z.output<typeof variables>): number | null {
  if (env.RATE_LIMITS === 'off') return null
  const limit = env.CONNECTIONS_PER_ADDRESS ?? (env.TRUST_PROXY > 0 ? 0 : HTTP_CONNECTIONS_PER_ADDRESS)
  return limit === 0 ? null : limit
}

/** Returns the configuration without its secrets, for the log. */
export function redacted(config: Config): Record<string, unknown> {
  const hide = (value: unknown) => (value === undefined ? undefined : '(given)')
  return {
    ...config,
    tokenSecret: hide(config.tokenSecret),
    gatewaySecret: hide(config.gatewaySecret),
    mail: hide(config.mail),
    oidcProviders: config.oidcProviders.map(({ id }) => id),
    metricsToken: hide(config.metricsToken),
    mongodbUri: hide(config.mongodbUri),
    redisUrl: hide(config.redisUrl),
    s3Url: hide(config.s3Url),
    backupS3Url: hide(config.backupS3Url),
    admin: hide(config.admin),
  }
}
