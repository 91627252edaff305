/** The fields of a registration that a visitor has begun; never the password. */
interface StartedRegistration {
  username: string
  email: string
  displayName: string
}

const STORAGE_KEY = 'forum:registration'

/** Remembers a registration until it is sent or the tab is closed. */
export function rememberRegistration(started: StartedRegistration): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(started))
  } catch {
    // Without storage a reload begins with an empty form.
  }
}

export function forgetRegistration(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // Nothing was stored.
  }
}

/** Returns what was typed in this tab before. */
export function startedRegistration(): Partial<StartedRegistration> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<StartedRegistration>
  } catch {
    return {}
  }
}
