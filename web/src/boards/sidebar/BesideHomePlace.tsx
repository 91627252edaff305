import { onDemand, useOnDemand } from '../../ui'

const beside = onDemand(() => import('./BesideHome'))

/** The panels beside the home page, below those of every page; the first screen does not wait for their code. */
export function BesideHomePlace() {
  const parts = useOnDemand(beside)
  return parts && <parts.BesideHome />
}
