import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const build = fileURLToPath(new URL('../../../.build', import.meta.url))

interface Switch {
  /** Whose code it changes: a copy of the built server, or the bundled page. */
  of: 'server' | 'page'
  /** The code that is switched off; it must be there once. */
  code: string
  off: string
}

/** The safeguards that a run can do without, to prove that it notices: `npm run chaos -- --without "gap check"`. */
export const SWITCHES = {
  'gap check': { of: 'page', code: 'message2.seq > log.seq + 1 ||', off: '' },
  'id check': { of: 'page', code: 'if (this.seenIds.has(id2)) return;', off: '' },
  sweeper: {
    of: 'server',
    code: 'repeat(SWEEP_INTERVAL_MS, () => this.once(), this.onFailure)',
    off: 'null',
  },
  marks: {
    of: 'server',
    code: 'epoch, [`marks.${threadId}`]: { $not: { $gte: from } } }',
    off: '}',
  },
  'mailbox version': {
    of: 'server',
    code: 'filter: { _id, version: { $lt: entry.version } }, update: { $set: entry }',
    off: 'filter: { _id }, update: { $set: entry }',
  },
  'search seq': { of: 'server', code: 'if (this.seqOf(post2.post) < post2.seq) {', off: '{' },
} as const satisfies Record<string, Switch>
export type SwitchName = keyof typeof SWITCHES

export const isSwitch = (name: string): name is SwitchName => name in SWITCHES

function switchedOff(source: string, { code, off }: Switch): string {
  const parts = source.split(code)
  if (parts.length !== 2) throw new Error(`${code} is in the code ${parts.length - 1} times`)
  return parts.join(off)
}

/** Returns what changes the code of the page; it changes nothing if the switch is of the server. */
export const changePage =
  (name: SwitchName | null) =>
  (source: string): string =>
    name && SWITCHES[name].of === 'page' ? switchedOff(source, SWITCHES[name]) : source

/** Builds a copy of the server without a safeguard; returns its name below `.build`, or none if none is needed. */
export async function changedServer(name: SwitchName | null): Promise<string | undefined> {
  if (!name || SWITCHES[name].of !== 'server') return undefined
  const program = path.join('chaos', 'server.mjs')
  await rm(path.join(build, 'chaos'), { recursive: true, force: true })
  await mkdir(path.join(build, 'chaos'))
  await cp(
    path.join(build, 'embedded-mongodb-front.mjs'),
    path.join(build, 'chaos/embedded-mongodb-front.mjs'),
  )
  const source = await readFile(path.join(build, 'server.mjs'), 'utf8')
  await writeFile(path.join(build, program), switchedOff(source, SWITCHES[name]))
  return program
}
