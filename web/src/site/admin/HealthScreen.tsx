import { type SiteHealthReport } from '@forum/shared/contract'
import { useCallback } from 'react'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Button,
  localTime,
  PageHeading,
  RelativeTime,
  SectionHeading,
  sharedClock,
  SkeletonLines,
  Tag,
  usePageTitle,
} from '../../ui'
import { loadHealth } from './admin.actions'
import { factsOf } from './health-facts'
import { adminText } from './admin.texts'

/** `/admin/health`: the state of the system's parts, and those that need care. */
export function HealthScreen() {
  const load = useCallback(() => loadHealth(forum), [])
  const loaded = useLoaded(load)
  usePageTitle(adminText('tabs.health'))
  return (
    <>
      <PageHeading title={adminText('tabs.health')} />
      <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={8} />} failed={adminText('healthFailed')}>
        {(report) => <Report report={report} onRefresh={loaded.reload} />}
      </WhenLoaded>
    </>
  )
}

function Report({ report, onRefresh }: { report: SiteHealthReport; onRefresh: () => void }) {
  const facts = factsOf(report, sharedClock.now())
  const careful = facts.filter(({ state }) => state !== 'ok').length
  return (
    <>
      <p className="admin-health-summary">
        <b>{careful === 0 ? adminText('allWell') : adminText('needsCare', { count: careful })}</b>
        <Button size="small" onClick={onRefresh}>
          {adminText('refresh')}
        </Button>
      </p>
      <dl className="admin-health">
        {facts.map(({ name, text, state }) => (
          <div key={name}>
            <dt>{adminText(`facts.${name}`)}</dt>
            <dd>
              {text}
              {state !== 'ok' && (
                <Tag tone={state === 'fault' ? 'danger' : 'warn'}>{adminText(`state.${state}`)}</Tag>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="admin-processes">
        <SectionHeading id="admin-processes">{adminText('processes')}</SectionHeading>
        <table className="admin-members">
          <thead>
            <tr>
              <th scope="col">{adminText('processRole')}</th>
              <th scope="col">{adminText('facts.version')}</th>
              <th scope="col">{adminText('processSince')}</th>
              <th scope="col">{adminText('processSeen')}</th>
            </tr>
          </thead>
          <tbody>
            {report.processes.map(({ id, role, version, startedAt, seenAt }) => (
              <tr key={id}>
                <td>{adminText(`processRoles.${role}`)}</td>
                <td className="num">{version}</td>
                <td className="small num">{localTime(startedAt)}</td>
                <td className="small faint">
                  <RelativeTime at={seenAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
