import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster'
import type { LinkFault } from './link'
import { createRandom } from './random'

/** The faults of a process or its machine. */
type PartFault = 'kill' | 'end' | 'freeze' | 'fail over' | 'jump' | 'fill the disk'

export interface Fault {
  /** Milliseconds after the start. */
  at: number
  /** Milliseconds until it is healed; a process that was killed is then started again. */
  for: number
  what: PartFault | LinkFault
  /** A part or a link of the cluster. */
  where: string
}

const PROCESS_FAULTS: readonly PartFault[] = ['kill', 'kill', 'end', 'freeze', 'freeze']
/** A jump of the clock, forwards or backwards, until it is set right again. */
const JUMP_MS = 10 * 60_000
/** The database looks at its disk every two seconds. */
const FULL_MS = 5_000

function faultsOf(part: string): readonly PartFault[] {
  if (part === 'redis') return [...PROCESS_FAULTS, 'fail over', 'fail over']
  return [...PROCESS_FAULTS, ...(part === 'database' ? ['fill the disk' as const] : ['jump' as const])]
}
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
    const what = isPart ? random.pick(faultsOf(where)) : random.pick(LINK_FAULTS)
    const lasting = what === 'fill the disk' ? FULL_MS : random.between(...LASTS_MS)
    const lasts = Math.min(lasting, seconds * 1_000 - at)
    if ((freeAt.get(where) ?? 0) > at) continue
    freeAt.set(where, at + lasts)
    schedule.push({ at, for: lasts, what, where })
  }
  return schedule
}

export const describeFault = ({ at, for: lasts, what, where }: Fault): string =>
  `${String(at).padStart(6)} ms  ${what} ${where} for ${lasts} ms`

/** Carries out a schedule; resolves when everything is healed and every process runs. */
export async function carryOut(
  cluster: Cluster,
  schedule: readonly Fault[],
  say: (text: string) => void = () => undefined,
): Promise<void> {
  const begun = performance.now()
  /** The last fault of each place: a slow restart delays the next one there. */
  const last = new Map<string, Promise<void>>()
  for (const fault of schedule) {
    await wait(Math.max(0, fault.at - (performance.now() - begun)))
    const before = last.get(fault.where) ?? Promise.resolve()
    last.set(
      fault.where,
      before.then(async () => {
        const struckAt = performance.now()
        await strike(cluster, fault)
        const ms = Math.round(performance.now() - struckAt)
        say(`${describeFault(fault)}: healed ${ms} ms after it`)
      }),
    )
  }
  await Promise.all(last.values())
}

async function strike(cluster: Cluster, { at, what, where, for: lasts }: Fault): Promise<void> {
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
    case 'fail over':
      await cluster.failOver()
      break
    case 'jump':
      await cluster.disturbMachine(where, { offsetMs: at % 2 === 0 ? JUMP_MS : -JUMP_MS })
      await wait(lasts)
      await cluster.disturbMachine(where, {})
      break
    case 'fill the disk':
      await cluster.disturbMachine(where, { isDiskFull: true })
      await wait(lasts)
      await cluster.disturbMachine(where, {})
      break
    default: {
      const link = cluster.links.get(where)!
      link.disturb(what)
      await wait(lasts)
      link.heal()
    }
  }
}
