import type Router from '@koa/router'
import type { Handlers } from './http/mount'
import type { PersonalData } from './personal-data'
import type { Finisher } from './work/outbox'

/** Work that a process repeats while it runs. */
export interface RecurringWork {
  /** The name under which a failure is reported. */
  what: string
  everyMs: number
  run: () => Promise<unknown>
}

/**
 * The contributions of an area to the whole beside its services: `assemble` sums them, so that nothing is listed
 * twice.
 */
export interface AreaParts {
  /** Handlers by the names of their endpoints. */
  routes?: Partial<Handlers>
  /** Adds routes that no endpoint of the contract describes. */
  mount?: (router: Router) => void
  /** Consumers of the threads' log. */
  consumers?: readonly object[]
  /**
   * Work that one process at a time repeats every few seconds, given the database's time; each under the name of its
   * failures.
   */
  sweeps?: Readonly<Record<string, (now: Date) => Promise<void>>>
  /** Finishes the work that documents carry, by its kinds. */
  unfinished?: Readonly<Record<string, Finisher>>
  recurring?: readonly RecurringWork[]
  /** Removes what is kept for a time only, under the name of its failures. */
  prunes?: Readonly<Record<string, () => Promise<unknown>>>
  /** The data stored about a member. */
  personal?: readonly PersonalData[]
  /** Resolves once the area's own background work has ended. */
  drain?: () => Promise<unknown>
  /** Writes what is buffered and ends what runs, before the connection closes. */
  stop?: () => Promise<unknown>
}

type NamedAreas = Readonly<Record<string, AreaParts>>
type ConsumersOf<Area> = Area extends { consumers: readonly (infer Consumer)[] } ? Consumer : never
type RoutesOf<Area> = Area extends { routes: infer Routes } ? Routes : never
type UnfinishedOf<Area> = Area extends { unfinished: infer Finishers } ? Finishers : never
type Intersected<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** Sums the parts of areas. Two areas with the same handler, sweep, kind of work or prune are an error. */
export function assemble<Areas extends NamedAreas>(areas: Areas) {
  const all: AreaParts[] = Object.values(areas)
  const merged = <Key extends 'routes' | 'sweeps' | 'unfinished' | 'prunes'>(key: Key) => {
    const sum: Record<string, unknown> = {}
    for (const [name, area] of Object.entries(areas)) {
      for (const [part, value] of Object.entries(area[key] ?? {})) {
        if (part in sum) throw new Error(`the area ${name} has ${key} ${part}, which another area has, too`)
        sum[part] = value
      }
    }
    return sum as NonNullable<AreaParts[Key]>
  }
  return {
    routes: merged('routes') as Intersected<RoutesOf<Areas[keyof Areas]>>,
    sweeps: merged('sweeps'),
    unfinished: merged('unfinished') as Intersected<UnfinishedOf<Areas[keyof Areas]>>,
    prunes: merged('prunes'),
    consumers: all.flatMap(({ consumers = [] }) => consumers) as ConsumersOf<Areas[keyof Areas]>[],
    recurring: all.flatMap(({ recurring = [] }) => recurring),
    personal: all.flatMap(({ personal = [] }) => personal),
    mount: (router: Router) => {
      for (const { mount } of all) mount?.(router)
    },
    /** Drains from the ground up: what a lower area still does may give a higher one something to do. */
    drain: async () => {
      for (const { drain } of all) await drain?.()
    },
    stop: () => Promise.all(all.map(async ({ stop }) => stop?.())),
  }
}
