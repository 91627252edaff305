let ask: () => Promise<boolean> = () => Promise.resolve(false)
let asking: Promise<boolean> | null = null

/** Sets how members are asked to agree to new terms; it resolves with whether they did. */
export function whenAgreementIsDue(how: () => Promise<boolean>): void {
  ask = how
}

/** Asks the member to agree, once for all calls that wait for it. */
export function askForAgreement(): Promise<boolean> {
  asking ??= ask()
    .catch(() => false)
    .finally(() => {
      asking = null
    })
  return asking
}
