import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readConfig, type Config } from '@forum/infra'
import type { Deployment } from 'kubernetes-types/apps/v1'
import type { CronJob } from 'kubernetes-types/batch/v1'
import type { ConfigMap, PodSpec, Secret, Service } from 'kubernetes-types/core/v1'
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2'
import type { Ingress } from 'kubernetes-types/networking/v1'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1'
import { expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { descendants } from '../fixtures/process'
import type { ComposeFile } from './compose-file'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const deploy = path.join(root, 'infra/deploy')
const read = (name: string) => readFile(path.join(deploy, name), 'utf8')

/** Where the types of each API are, as they are generated from the schemas that Kubernetes publishes. */
const TYPES_OF: Record<string, string> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
}

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
}

/**
 * Checks values against types of modules, unknown and missing fields included; returns what the compiler says of each
 * fault.
 */
async function faultsOf(values: { type: string; module: string; value: unknown }[]): Promise<string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'manifests-'))
  try {
    const file = path.join(folder, 'values.ts')
    const lines = values.map(
      ({ type, module, value }, i) =>
        `export const value${i}: import(${JSON.stringify(module)}).${type} = ${JSON.stringify(value)}`,
    )
    await writeFile(file, lines.join('\n'))
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        path.join(root, 'node_modules/typescript/bin/tsc'),
        ...['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--types', ''],
        file,
      ],
      { encoding: 'utf8', cwd: folder },
    )
    return status === 0 ? [] : stdout.trim().split('\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function manifests(): Promise<Manifest[]> {
  const texts = await Promise.all(['kubernetes/forum.yaml', 'kubernetes/secret.example.yaml'].map(read))
  return texts.flatMap((text) =>
    parseAllDocuments(text).map((document) => {
      expect(document.errors).toEqual([])
      return document.toJS() as Manifest
    }),
  )
}
const manifestFaults = (of: Manifest[]) =>
  faultsOf(
    of.map((value) => ({
      type: value.kind,
      module: path.join(root, 'node_modules/kubernetes-types', TYPES_OF[value.apiVersion] ?? 'unknown'),
      value,
    })),
  )

/** Returns the manifests of a kind, by name. */
function ofKind<T>(all: Manifest[], kind: string): Map<string, T> {
  return new Map(all.filter((one) => one.kind === kind).map((one) => [one.metadata.name, one as T]))
}

it('has manifests of Kubernetes that agree with its schemas', async () => {
  const all = await manifests()
  expect(all.length).toBe(15)
  expect(await manifestFaults(all)).toEqual([])
  // The check finds a wrong name, and a wrong type.
  const text = JSON.stringify(all)
  const mistyped = JSON.parse(text.replaceAll('failureThreshold', 'failureTreshold')) as Manifest[]
  expect((await manifestFaults(mistyped)).join('\n')).toContain('failureTreshold')
  const misread = JSON.parse(text.replaceAll('"minAvailable":1', '"minAvailable":true')) as Manifest[]
  expect((await manifestFaults(misread)).join('\n')).toContain("'true' is not assignable")
})

it('refers from each manifest only to what another one has', async () => {
  const all = await manifests()
  const deployments = ofKind<Deployment>(all, 'Deployment')
  const services = ofKind<Service>(all, 'Service')
  const pods = new Map([...deployments].map(([name, { spec }]) => [name, spec?.template.spec]))
  const portsOf = (pod: PodSpec | undefined) =>
    pod?.containers.flatMap(({ ports = [] }) => ports.map((port) => port.name)) ?? []
  for (const [name, { spec }] of deployments) {
    expect(spec?.selector.matchLabels, name).toEqual(spec?.template.metadata?.labels)
    for (const { startupProbe, readinessProbe, livenessProbe } of pods.get(name)?.containers ?? []) {
      for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
        expect(portsOf(pods.get(name))).toContain(probe?.httpGet?.port)
        expect(probe?.httpGet?.path).toMatch(/^\/api\/health\/(live|ready)$/)
      }
      // A pod that cannot do its work is sent nothing; it is not restarted for that.
      expect([readinessProbe?.httpGet?.path, livenessProbe?.httpGet?.path]).toEqual([
        '/api/health/ready',
        '/api/health/live',
      ])
    }
  }
  const labelled = (labels: Record<string, string> | undefined) =>
    [...deployments].find(([, { spec }]) => spec?.template.metadata?.labels?.app === labels?.app)?.[0]
  for (const [name, { spec }] of services) {
    const target = labelled(spec?.selector)
    expect(target, name).toBe(name)
    for (const { targetPort } of spec?.ports ?? [])
      expect(portsOf(pods.get(target ?? ''))).toContain(targetPort)
  }
  for (const [name, { spec }] of ofKind<PodDisruptionBudget>(all, 'PodDisruptionBudget'))
    expect(labelled(spec?.selector?.matchLabels), name).toBe(name)
  const scaled = ofKind<HorizontalPodAutoscaler>(all, 'HorizontalPodAutoscaler')
  for (const [name, { spec }] of scaled) {
    expect(spec?.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name })
    // A budget of one available pod leaves the other to be moved.
    expect(spec?.minReplicas).toBeGreaterThanOrEqual(2)
  }
  expect([...scaled.keys()]).toEqual([...deployments.keys()])
  const ingresses = [...ofKind<Ingress>(all, 'Ingress').values()]
  for (const { service } of ingresses.flatMap(({ spec }) =>
    (spec?.rules ?? []).flatMap(({ http }) => (http?.paths ?? []).map(({ backend }) => backend)),
  )) {
    const ports = services.get(service?.name ?? '')?.spec?.ports ?? []
    expect(ports.map((port) => port.name)).toContain(service?.port?.name)
  }
  const namespaces = new Set(all.flatMap(({ metadata }) => metadata.namespace ?? []))
  expect([...namespaces]).toEqual([...ofKind(all, 'Namespace').keys()])
})

/** The security context that confines every container of the forum. */
const CONFINED = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
}

it('configures each pod as the forum reads it, and lets it do nothing else', async () => {
  const all = await manifests()
  const configMap = ofKind<ConfigMap>(all, 'ConfigMap')
  const secrets = ofKind<Secret>(all, 'Secret')
  const generated = 'a'.repeat(64)
  const jobs = [...ofKind<CronJob>(all, 'CronJob').values()]
  const pods = [
    ...[...ofKind<Deployment>(all, 'Deployment').values()].map(({ spec }) => spec?.template.spec),
    ...jobs.map(({ spec }) => spec?.jobTemplate.spec?.template.spec),
  ]
  const configs = pods.map((pod): Config => {
    const container = pod?.containers[0]
    expect(container?.securityContext).toEqual(CONFINED)
    expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
    expect(pod?.automountServiceAccountToken).toBe(false)
    // The image writes only there.
    expect(container?.volumeMounts?.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp'])
    expect(pod?.volumes?.map(({ name }) => name)).toEqual(container?.volumeMounts?.map(({ name }) => name))
    const from = (container?.envFrom ?? []).map(({ configMapRef, secretRef }) =>
      configMapRef
        ? configMap.get(configMapRef.name ?? '')?.data
        : Object.fromEntries(
            Object.entries(secrets.get(secretRef?.name ?? '')?.stringData ?? {}).map(([name, value]) => [
              name,
              value || generated,
            ]),
          ),
    )
    expect(from).not.toContain(undefined)
    const ofContainer = Object.fromEntries(
      (container?.env ?? []).map(({ name, value = '' }) => [name, value]),
    )
    return configOf(Object.assign({}, ...from, ofContainer) as Record<string, string>)
  })
  expect(configs.map(({ role }) => role)).toEqual(['api', 'gateway', 'all'])
  for (const [i, { role, stopWithinMs, s3Url, backupS3Url }] of configs.entries()) {
    expect((pods[i]?.terminationGracePeriodSeconds ?? 30) * 1_000).toBeGreaterThan(stopWithinMs)
    expect([s3Url, backupS3Url].includes(undefined)).toBe(role === 'gateway')
  }
})

/** Reads the configuration of a process of the image, all of whose variables the forum knows. */
function configOf(environment: Record<string, string>): Config {
  const names = Object.keys(environment)
  expect(names.filter((name) => !KNOWN.has(name))).toEqual([])
  return readConfig({ NODE_ENV: 'production', HOST: '0.0.0.0', DATA_DIR: '/data', ...environment })
}
const KNOWN = new Set([
  'NODE_ENV',
  ...[
    ...(await readFile(path.join(root, 'docs/operating.md'), 'utf8')).matchAll(/^\|( `[A-Z0-9_]+`,?)+ /gm),
  ].flatMap(([row]) => [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name)),
])

/** Reads compose as it is with values for what has to be set. */
async function composeFile(): Promise<ComposeFile> {
  const set: Record<string, string> = { CERTIFICATES: '/certificates', SERVER_NAME: 'forum.example.org' }
  const text = (await read('compose.yaml')).replaceAll(
    /(?<!\$)\$\{(\w+)(?::([?-])([^}]*))?\}/g,
    (_, name: string, kind: string | undefined, fallback: string) => {
      if (kind === '?') settings.add(name)
      return kind === '-' ? fallback : (set[name] ?? SECRET)
    },
  )
  return parse(text, { merge: true }) as ComposeFile
}
const settings = new Set<string>()
/** The value of each secret of compose. */
const SECRET = 'x'.repeat(64)

it('gives every store of compose a password, and each service the networks of what it uses', async () => {
  const { services } = await composeFile()
  const members = (network: string) =>
    Object.keys(services).filter((name) => services[name]?.networks?.includes(network))
  expect(members('database')).toEqual(['api1', 'api2', 'mongo1', 'mongo2', 'mongo3', 'mongo-start', 'backup'])
  expect(members('bus')).toEqual(['api1', 'api2', 'gateway1', 'gateway2', 'redis', 'backup'])
  expect(members('front')).toEqual(['nginx', 'api1', 'api2', 'gateway1', 'gateway2'])
  expect([services.redis?.command].flat()).toEqual(expect.arrayContaining(['--requirepass', SECRET]))
  for (const name of ['mongo1', 'mongo2', 'mongo3']) {
    expect([services[name]?.command].flat().join()).toContain('--keyFile')
    expect(services[name]?.environment?.MONGO_KEY).toBe(SECRET)
  }
  expect(services.mongo1?.environment?.MONGO_INITDB_ROOT_PASSWORD).toBe(SECRET)
  for (const { environment } of [services.gateway1!, services.gateway2!])
    expect(Object.keys(environment ?? {}).filter((name) => /TOKEN_SECRET|MONGO/.test(name))).toEqual([])
  const example = await read('compose.env.example')
  expect([...settings].filter((name) => /SECRET|PASSWORD|TOKEN|KEY/.test(name))).not.toEqual([])
  expect(
    [...example.matchAll(/^(\w*(?:SECRET|PASSWORD|TOKEN|KEY)\w*)=(.+)$/gm)].map(([line]) => line),
  ).toEqual([])
})

it('keeps the database and the secret of tokens from the gateways of Kubernetes and systemd', async () => {
  const all = await manifests()
  const gateway = ofKind<Deployment>(all, 'Deployment').get('forum-gateway')?.spec?.template.spec
    ?.containers[0]
  const secrets = (gateway?.envFrom ?? []).flatMap(({ secretRef }) => secretRef?.name ?? [])
  const given = secrets.flatMap((name) =>
    Object.keys(ofKind<Secret>(all, 'Secret').get(name)?.stringData ?? {}),
  )
  expect(given).toEqual(['GATEWAY_SECRET', 'METRICS_TOKEN', 'REDIS_URL'])
  const unit = await read('systemd/forum-gateway@.service')
  expect(unit).not.toContain('/etc/forum/forum.env')
  expect(/^User=(.*)$/m.exec(unit)?.[1]).not.toBe(
    /^User=(.*)$/m.exec(await read('systemd/forum-api@.service'))?.[1],
  )
})

it('has a compose file with the types that Compose prescribes, whose parts know each other', async () => {
  const file = await composeFile()
  const module = fileURLToPath(new URL('compose-file.ts', import.meta.url)).replace(/\.ts$/, '')
  const faults = (value: unknown) => faultsOf([{ type: 'ComposeFile', module, value }])
  expect(await faults(file)).toEqual([])
  const mistyped: unknown = JSON.parse(JSON.stringify(file).replaceAll('read_only', 'readonly'))
  expect((await faults(mistyped)).join('\n')).toContain('readonly')

  const { services, networks = {}, volumes = {} } = file
  for (const [name, service] of Object.entries(services)) {
    const needed = service.depends_on ?? []
    for (const other of Array.isArray(needed) ? needed : Object.keys(needed))
      expect(Object.keys(services), name).toContain(other)
    for (const network of service.networks ?? []) expect(Object.keys(networks), name).toContain(network)
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':')
      if (!/^[./]/.test(source)) expect(Object.keys(volumes), name).toContain(source)
    }
  }
  // The example has every required setting, and none that is not used.
  const example = [...(await read('compose.env.example')).matchAll(/^(\w+)=/gm)].map(([, name]) => name!)
  expect([...settings].filter((name) => !example.includes(name))).toEqual([])
  const text = await read('compose.yaml')
  expect(example.filter((name) => !text.includes(`\${${name}`))).toEqual([])
})

it('configures each service of compose as the forum reads it', async () => {
  const { services } = await composeFile()
  const ofForum = Object.entries(services).filter(([, { image }]) => image?.startsWith('overseas-forum:'))
  expect(ofForum.map(([name]) => name)).toEqual(['api1', 'api2', 'gateway1', 'gateway2', 'backup'])
  for (const [name, service] of ofForum) {
    const { stopWithinMs, role, redisUrl, mongodbUri, apiUrl } = configOf(
      Object.fromEntries(
        Object.entries(service.environment ?? {}).map(([key, value]) => [key, String(value ?? '')]),
      ),
    )
    expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] })
    expect(parseFloat(service.stop_grace_period ?? '10s') * 1_000).toBeGreaterThan(stopWithinMs)
    // The image asks the port of its process.
    expect(service.healthcheck?.test, name).toEqual(service.command === undefined ? undefined : ['NONE'])
    const hosts = role === 'gateway' ? [redisUrl, apiUrl] : [redisUrl]
    for (const url of hosts) expect(Object.keys(services)).toContain(new URL(url ?? '').hostname)
    if (role !== 'gateway')
      expect(mongodbUri).toBe(`mongodb://forum:${SECRET}@mongo1,mongo2,mongo3/forum?replicaSet=forum`)
  }
  // nginx's image fills every name of the template.
  const template = await read('nginx/forum.conf.template')
  const named = new Set([...template.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name))
  expect(new Set(Object.keys(services.nginx?.environment ?? {}))).toEqual(named)
})

/** Starts the nightly backups of compose and stops them once a program of theirs runs; returns how they have ended. */
async function stopNightlyBackups(programs: string, isAwaited: (commandLine: string) => boolean) {
  const PATH = `${programs}:${process.env.PATH}`
  const child = spawn('sh', [path.join(deploy, 'nightly-backup.sh')], { stdio: 'ignore', env: { PATH } })
  const ended = once(child, 'exit')
  const running = async () =>
    Promise.all((await descendants(child.pid ?? 0)).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8')))
  await expect.poll(async () => (await running()).some(isAwaited)).toBe(true)
  child.kill('SIGTERM')
  return ended
}

it('ends the nightly backups of compose at once when they are to stop, at rest or not', async () => {
  const programs = await mkdtemp(path.join(os.tmpdir(), 'programs-'))
  onTestFinished(() => rm(programs, { recursive: true, force: true }))
  // A signal that is left to its default would end a process here, but not the first one of a container.
  expect(await stopNightlyBackups(programs, (line) => line.startsWith('sleep'))).toEqual([0, null])
  const inPlaceOf = { sleep: 'exit 0', node: 'exec tail -f /dev/null' }
  for (const [name, command] of Object.entries(inPlaceOf))
    await writeFile(path.join(programs, name), `#!/bin/sh\n${command}\n`, { mode: 0o755 })
  expect(await stopNightlyBackups(programs, (line) => line.startsWith('tail'))).toEqual([0, null])
})

it('has units that systemd accepts, with variables that the forum reads', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'units-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'system'))
  const names = await readdir(path.join(deploy, 'systemd'))
  for (const name of names) {
    const text = await read(path.join('systemd', name))
    // Node may be elsewhere here than where Debian installs it.
    await writeFile(path.join(folder, 'system', name), text.replace('/usr/bin/node', process.execPath))
    const environment = /^Environment=(.*)$/m.exec(text)?.[1] ?? ''
    const variables = Object.fromEntries(
      environment.split(' ').map((pair) => pair.replaceAll('%i', '3001').split('=')),
    )
    delete variables.FORUM_BUILD_DIR
    delete variables['']
    const places = {
      REDIS_URL: 'redis://127.0.0.1',
      API_URL: 'http://127.0.0.1',
      TOKEN_SECRET: 'a'.repeat(64),
      GATEWAY_SECRET: 'b'.repeat(64),
    }
    const { stopWithinMs } = configOf({ ...places, ...variables })
    const grace = /^TimeoutStopSec=(\d+)$/m.exec(text)?.[1]
    if (grace !== undefined) expect(Number(grace) * 1_000).toBeGreaterThan(stopWithinMs)
  }
  const started = names.map((name) => name.replace('@.', '@3001.'))
  await run('systemd-analyze', ['verify', '--man=no', ...started], {
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${path.join(folder, 'system')}:` },
  })
})
