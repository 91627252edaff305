import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SceneName } from './scenes'

const build = fileURLToPath(new URL('../../../.build', import.meta.url))

interface Switch {
  /** The program whose code it changes: a copy of the built server, or the bundled page. */
  of: 'server' | 'page'
  /** The code that is switched off; it must be there once. */
  code: string
  off: string
  /** The scene that fails without it. */
  scene: SceneName
}

/** The safeguards that a run can do without, to prove that it notices: `npm run chaos -- --without "gap check"`. */
export const SWITCHES = {
  'gap check': { of: 'page', code: 'message2.seq > log.seq + 1 ||', off: '', scene: 'missed events' },
  'id check': { of: 'page', code: 'if (this.seenIds.has(id2)) return;', off: '', scene: 'handled twice' },
  sweeper: {
    of: 'server',
    // Its passes, of which an API makes the first when it starts.
    code: 'Promise.race([this.deps.sweep(), ',
    off: 'Promise.race([',
    scene: 'left behind',
  },
  marks: {
    of: 'server',
    code: 'epoch, [`marks.${threadId}`]: { $not: { $gte: from } } }',
    off: '}',
    scene: 'handled twice',
  },
  'mailbox version': {
    of: 'server',
    code: 'filter: { _id, version: { $lt: entry.version } }, update: { $set: entry }',
    off: 'filter: { _id }, update: { $set: entry }',
    scene: 'late entry',
  },
  'search seq': {
    of: 'server',
    code: 'this.seqOf(postId) >= seq',
    off: 'this.seqOf(postId) > 0',
    scene: 'late search',
  },
  'author key': {
    of: 'server',
    code: 'subjectId: postId, key: key2, attachments = [] }',
    off: 'subjectId: postId, none: key2, attachments = [] }',
    scene: 'published before death',
  },
  'move consumer': {
    of: 'server',
    code: 'name = "moves";\n  kinds = ["thread.split", "thread.merged"]',
    off: 'name = "moves";\n  kinds = []',
    scene: 'left on the way',
  },
  gates: {
    of: 'server',
    code: 'const gate = gateOf(boardId);\n    const gateBefore',
    off: 'const gate = null;\n    const gateBefore',
    scene: 'closed board',
  },
  rights: {
    of: 'server',
    code: 'if (hidden.size === 0) return this;',
    off: 'return this;',
    scene: 'closed board',
  },
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
  const folder = `without ${name}`
  const program = path.join(folder, 'server.mjs')
  await rm(path.join(build, folder), { recursive: true, force: true })
  await mkdir(path.join(build, folder))
  await cp(
    path.join(build, 'embedded-mongodb-front.mjs'),
    path.join(build, folder, 'embedded-mongodb-front.mjs'),
  )
  const source = await readFile(path.join(build, 'server.mjs'), 'utf8')
  await writeFile(path.join(build, program), switchedOff(source, SWITCHES[name]))
  return program
}
