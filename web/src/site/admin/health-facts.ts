import { type SiteHealthReport } from '@forum/shared/contract'
import { localTime } from '../../ui'
import { adminText } from './admin.texts'

const GIGABYTE = 1024 ** 3
/**
 * Minimum of free space before a warning: with less, a day of uploads may fill the disk. `npm run admin -- check` has
 * the same.
 */
const FREE_WANTED = 2 * GIGABYTE
/** Below this the embedded database will soon refuse writes. */
const FREE_NEEDED = GIGABYTE / 4
/** The limits of the alerts (infra/deploy/monitoring). */
const BACKUP_MAX_AGE_MS = 36 * 60 * 60 * 1_000
const LATE_SECONDS = 30

type State = 'ok' | 'warning' | 'fault'
type Name = 'version' | 'database' | 'redis' | 'backlog' | 'gaps' | 'search' | 'disk' | 'backup' | 'readOnly'

export interface Fact {
  name: Name
  text: string
  state: State
}

/** Returns the facts of a report, a line each, with those that need care marked. */
export function factsOf(report: SiteHealthReport, now: number): Fact[] {
  const { database, redis, backlog, search, freeBytes, lastBackupAt, readOnlySince, processes } = report
  const gaps = processes.reduce((sum, one) => sum + (one.gaps ?? 0), 0)
  const versions = [...new Set(processes.map(({ version }) => version))]
  const fact = (name: Name, state: State, text: string): Fact => ({ name, state, text })
  const unknown = (name: Name) => fact(name, 'warning', adminText('unknown'))
  return [
    // Two releases run side by side only during an upgrade.
    fact('version', versions.length > 1 ? 'warning' : 'ok', versions.join(' / ') || report.version),
    fact('database', database === 'up' ? 'ok' : 'fault', adminText(`database.${database}`)),
    fact('redis', redis === 'down' ? 'fault' : 'ok', adminText(`redis.${redis}`)),
    backlog === null
      ? unknown('backlog')
      : fact(
          'backlog',
          backlog.oldestSeconds > LATE_SECONDS ? 'fault' : 'ok',
          backlog.events === 0
            ? adminText('backlogNone')
            : adminText('backlogSome', {
                events: backlog.events,
                seconds: Math.round(backlog.oldestSeconds),
              }),
        ),
    fact('gaps', 'ok', gaps === 0 ? adminText('backlogNone') : adminText('gapsSome', { count: gaps })),
    search === null ? unknown('search') : fact('search', 'ok', searchText(search)),
    freeBytes === null
      ? unknown('disk')
      : fact(
          'disk',
          freeBytes < FREE_NEEDED ? 'fault' : freeBytes < FREE_WANTED ? 'warning' : 'ok',
          adminText('gigabytes', { count: (freeBytes / GIGABYTE).toFixed(1) }),
        ),
    lastBackupAt === null
      ? fact('backup', 'warning', adminText('backupNone'))
      : fact(
          'backup',
          now - Date.parse(lastBackupAt) > BACKUP_MAX_AGE_MS ? 'warning' : 'ok',
          localTime(lastBackupAt),
        ),
    readOnlySince === null
      ? fact('readOnly', 'ok', adminText('readOnlyOff'))
      : fact('readOnly', 'warning', adminText('readOnlySince', { time: localTime(readOnlySince) })),
  ]
}

/** Returns the state of the search index. New posts are found at once, and merged into the index later. */
function searchText({ posts, waiting, isRebuilding }: NonNullable<SiteHealthReport['search']>): string {
  return [
    adminText(isRebuilding ? 'searchRebuilding' : 'searchWhole'),
    posts > 0 && adminText('searchOrdered', { posts }),
    waiting > 0 && adminText('searchWaiting', { waiting }),
  ]
    .filter(Boolean)
    .join(adminText('comma'))
}
