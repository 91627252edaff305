import type { Config } from './config'
import { OperatorError } from './operator-error'
import { VERSION } from './version'

/** A release is not started where it would fail; the message lists everything that was found. */
export class PreflightError extends OperatorError {
  override readonly name = 'PreflightError'
}

/** With less, a day of uploads may fill the disk. */
const FREE_BYTES_WANTED = 2 * 1024 ** 3

/** The checks that reach outside this process. */
export interface PreflightProbes {
  inspect: () => Promise<{ release: string; pending: string[] }>
  pingRedis: (url: string) => Promise<void>
  freeBytes: () => Promise<number>
  /** Connects to the mail server and signs in. */
  checkMail: (url: string) => Promise<void>
}

interface Finding {
  is: 'ok' | 'warning' | 'fault'
  text: string
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Settings with which a forum starts, but not as its operator may expect. */
function settingsFindings(config: Config): Finding[] {
  const { publicUrl, trustProxy, metricsToken, mail, mongodbUri, redisUrl, s3Url, securityContact } = config
  const warnings: [boolean, string][] = [
    [
      publicUrl === undefined,
      'PUBLIC_URL is missing: links in mails and feeds, and sign-in with other sites, lead to the listening address',
    ],
    [publicUrl?.startsWith('http:') === true, 'PUBLIC_URL is not https: passwords can be read on the way'],
    [
      publicUrl !== undefined && trustProxy === 0,
      'TRUST_PROXY is 0: behind a proxy all readers share one address and its limits',
    ],
    [
      trustProxy > 0 && metricsToken === undefined,
      'METRICS_TOKEN is missing: a proxy on this machine may open the metrics to everyone',
    ],
    [
      mail === undefined,
      'SMTP_URL is missing: members can neither confirm addresses nor reset a forgotten password, and nothing is mailed',
    ],
    [
      mongodbUri !== undefined && redisUrl === undefined,
      'REDIS_URL is missing: several processes would not share events and limits',
    ],
    [
      redisUrl !== undefined && mongodbUri !== undefined && s3Url === undefined,
      'S3_URL is missing: processes on several machines would not share uploads',
    ],
    [securityContact === undefined, 'SECURITY_CONTACT is missing: nobody learns whom to tell of a fault'],
  ]
  return warnings.flatMap(([applies, text]) => (applies ? [{ is: 'warning' as const, text }] : []))
}

async function databaseFinding({ inspect }: PreflightProbes): Promise<Finding> {
  try {
    const { release, pending } = await inspect()
    return pending.length === 0
      ? { is: 'ok', text: `database ${release}: nothing to migrate` }
      : { is: 'ok', text: `database ${release}: the first start will migrate ${pending.join(', ')}` }
  } catch (error) {
    return { is: 'fault', text: `the database cannot be used: ${messageOf(error)}` }
  }
}

async function redisFinding(config: Config, { pingRedis }: PreflightProbes): Promise<Finding[]> {
  if (config.redisUrl === undefined) return []
  try {
    await pingRedis(config.redisUrl)
    return [{ is: 'ok', text: 'Redis responds' }]
  } catch (error) {
    return [{ is: 'fault', text: `Redis cannot be reached: ${messageOf(error)}` }]
  }
}

/** Only a warning: the forum starts without its mail server, and sends later what waits. */
async function mailFinding({ mail }: Config, { checkMail }: PreflightProbes): Promise<Finding[]> {
  if (mail === undefined) return []
  try {
    await checkMail(mail.url)
    return [{ is: 'ok', text: 'the mail server responds' }]
  } catch (error) {
    return [{ is: 'warning', text: `SMTP_URL: the mail server cannot be used: ${messageOf(error)}` }]
  }
}

async function diskFinding(config: Config, { freeBytes }: PreflightProbes): Promise<Finding> {
  const megabytes = Math.floor((await freeBytes()) / 1024 ** 2)
  const text = `${megabytes} MB are free where ${config.dataDir} is`
  return { is: megabytes * 1024 ** 2 < FREE_BYTES_WANTED ? 'warning' : 'ok', text }
}

/**
 * Looks whether this release could start with a configuration, and what it would change; it changes nothing. Returns
 * what was found, a line each.
 *
 * @throws {PreflightError} if it could not start
 */
export async function preflight(config: Config, probes: PreflightProbes): Promise<string> {
  const findings: Finding[] = [
    { is: 'ok', text: `release ${VERSION} on Node ${process.versions.node}` },
    ...settingsFindings(config),
    await databaseFinding(probes),
    ...(await redisFinding(config, probes)),
    ...(await mailFinding(config, probes)),
    await diskFinding(config, probes),
  ]
  const text = findings.map((finding) => `${finding.is.padEnd(8)} ${finding.text}`).join('\n')
  if (findings.some(({ is }) => is === 'fault')) throw new PreflightError(text)
  return text
}
