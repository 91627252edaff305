import type { RunningProcess, SiteHealthReport } from '@forum/shared/contract'
import { mayAdminister } from '@forum/shared/policies'
import { authorize } from '../../platform/http/authorize'
import type { Viewer } from '../../platform/http/viewer'
import type { Backlog } from './backlog'
import type { Health } from './health'

/** Facts about the installation that only the program around the API knows. */
export interface HostFacts {
  version: string
  /** The processes of the forum that run. */
  processes: () => Promise<RunningProcess[]>
  freeBytes: () => Promise<number>
}

export interface SiteHealthDeps {
  health: Health
  host: HostFacts
  backlog: () => Promise<Backlog | null>
  search: () => Promise<SiteHealthReport['search']>
  lastBackup: () => Promise<Date | null>
  readOnlySince: () => Date | null
}

/** The state of the whole site, for its admins. A part that cannot be found out is null and spoils no other. */
export class SiteHealth {
  constructor(private readonly deps: SiteHealthDeps) {}

  /** @throws ForumError `FORBIDDEN` */
  async report({ actor }: Viewer): Promise<SiteHealthReport> {
    authorize(mayAdminister(actor))
    const { health, host, backlog, search, lastBackup, readOnlySince } = this.deps
    const unknown = () => null
    const [{ dependencies }, processes, pending, index, freeBytes, backedUpAt] = await Promise.all([
      health.check(),
      host.processes(),
      backlog(),
      search().catch(unknown),
      host.freeBytes().catch(unknown),
      lastBackup().catch(unknown),
    ])
    return {
      version: host.version,
      processes,
      database: dependencies.mongodb,
      redis: dependencies.redis,
      backlog: pending,
      search: index,
      freeBytes,
      lastBackupAt: backedUpAt?.toISOString() ?? null,
      readOnlySince: readOnlySince()?.toISOString() ?? null,
    }
  }
}
