import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster'
import type { LinkFault } from './link'
import { createRandom } from './random'

/** What may happen to a process. */
type PartFault = 'kill' | 'end' | 'freeze'

export interface Fault {
  /** Milliseconds after the start. */
  at: number
  /** How long until it is healed; a process that was killed is then started again. */
  for: number
  what: PartFault | LinkFault
  /** A part or a link of the cluster. */
  where: string
}

const PART_FAULTS: readonly PartFault[] = ['kill', 'kill', 'end', 'freeze', 'freeze']
const LINK_FAULTS: readonly LinkFault[] = ['cut', 'cut', 'hold', 'slow', 'half-close']
/** Between the beginnings of two faults. */
const GAP_MS = [150, 1_200] as const
const LASTS_MS = [100, 3_000] as const

/** Returns the faults of a seed. Several may go on at once, but each place has one at a time. */
export function scheduleOf(seed: number, seconds: number, parts: string[], links: string[]): Fault[] {
  const random = createRandom(seed)
  const schedule: Fault[] = []
  const freeAt = new Map<string, number>()
  for (let at: number = GAP_MS[1]; at < seconds * 1_000; at += random.between(...GAP_MS)) {
    const isPart = random.next() < 0.5
    const where = random.pick(isPart ? parts : links)
    const what = isPart ? random.pick(PART_FAULTS) : random.pick(LINK_FAULTS)
    const lasts = Math.min(random.between(...LASTS_MS), seconds * 1_000 - at)
    if ((freeAt.get(where) ?? 0) > at) continue
    freeAt.set(where, at + lasts)
    schedule.push({ at, for: lasts, what, where })
  }
  return schedule
}

export const describeFault = ({ at, for: lasts, what, where }: Fault): string =>
  `${String(at).padStart(6)} ms  ${what} ${where} for ${lasts} ms`

/** Carries out a schedule; resolves when everything is healed and every process runs. */
export async function carryOut(cluster: Cluster, schedule: readonly Fault[]): Promise<void> {
  const begun = performance.now()
  /** The last fault of each place: a slow restart delays the next one there. */
  const last = new Map<string, Promise<void>>()
  for (const fault of schedule) {
    await wait(Math.max(0, fault.at - (performance.now() - begun)))
    const before = last.get(fault.where) ?? Promise.resolve()
    last.set(
      fault.where,
      before.then(() => strike(cluster, fault)),
    )
  }
  await Promise.all(last.values())
}

async function strike(cluster: Cluster, { what, where, for: lasts }: Fault): Promise<void> {
  switch (what) {
    case 'kill':
    case 'end':
      await cluster[what](where)
      await wait(lasts)
      await cluster.restart(where)
      break
    case 'freeze':
      await cluster.freeze(where)
      await wait(lasts)
      await cluster.thaw(where)
      break
    default: {
      const link = cluster.links.get(where)!
      link.disturb(what)
      await wait(lasts)
      link.heal()
    }
  }
}
