import { signedIn, type Handlers } from '../../platform/http/mount'
import type { FirstHourQueries } from './first-hour.queries'

export const firstHourRoutes = (firstHour: FirstHourQueries) =>
  ({ firstHour: (call) => firstHour.get(signedIn(call)) }) satisfies Partial<Handlers>
