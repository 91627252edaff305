import { whenAgreementIsDue } from '../../lib/agreement'

/** Has members agree to what is due when the server refuses what they write for it. Call once. */
export function startAgreements(): void {
  whenAgreementIsDue(async () => {
    const { askToAgree } = await import('./AgreementDialog')
    return askToAgree()
  })
}
