import { onDemand, useOnDemand } from '../../ui'

const beside = onDemand(() => import('./BesideHome'))

/** What stands beside the home page, below the panels of every page; the first screen does not wait for its code. */
export function BesideHomePlace() {
  const parts = useOnDemand(beside)
  return parts && <parts.BesideHome />
}
