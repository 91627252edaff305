import { whenAgreementIsDue } from '../../lib/agreement'

/** Asks members to agree to new terms when the server refuses a call because of them. Call once. */
export function startAgreements(): void {
  whenAgreementIsDue(async () => {
    const { askToAgree } = await import('./AgreementDialog')
    return askToAgree()
  })
}
