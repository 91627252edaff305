/** Asks the member to do what the server requires first; resolves with whether they did it. */
type Ask = () => Promise<boolean>

const asks = new Map<string, Ask>()
const asking = new Map<string, Promise<boolean>>()

/** Sets the function that asks members to agree to new terms. */
export const whenAgreementIsDue = (ask: Ask): void => void asks.set('AGREEMENT_REQUIRED', ask)

/** Sets the function that shows members the warnings that they have to read. */
export const whenWarningIsDue = (ask: Ask): void => void asks.set('WARNING_UNREAD', ask)

/** Asks the member to do what a refusal requires, once for all calls that wait for it; false if it requires nothing. */
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
