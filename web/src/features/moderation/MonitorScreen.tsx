import { usePageTitle } from '../../ui'
import { moderationText } from './moderation.texts'

/** `/moderation`: everything that happens, as it happens. */
export function MonitorScreen() {
  usePageTitle(moderationText('tabs.monitor'))
  return <section className="monitor" aria-label={moderationText('tabs.monitor')} />
}
