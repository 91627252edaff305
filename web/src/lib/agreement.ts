/** Asks the member for what a refusal wants of them; resolves with whether they did it. */
type Ask = () => Promise<boolean>

const asks = new Map<string, Ask>()
const asking = new Map<string, Promise<boolean>>()

/** Sets how members are asked to agree to new terms. */
export const whenAgreementIsDue = (how: Ask): void => void asks.set('AGREEMENT_REQUIRED', how)

/** Sets how members are shown the warnings that they have to read. */
export const whenWarningIsDue = (how: Ask): void => void asks.set('WARNING_UNREAD', how)

/** Asks the member for what a refusal wants, once for all calls that wait for it; false if it wants nothing of them. */
export function askAfter(code: string): Promise<boolean> {
  const ask = asks.get(code)
  if (!ask) return Promise.resolve(false)
  const already = asking.get(code)
  if (already) return already
  const asked = ask()
    .catch(() => false)
    .finally(() => asking.delete(code))
  asking.set(code, asked)
  return asked
}
