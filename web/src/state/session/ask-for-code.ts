import { type Forum } from '../../store'
import { type Credentials } from './auth.actions'

/** Asks for the code of a sign-in, and signs in with it. Resolves with false if the member gives up. */
export async function askForCode(forum: Forum, credentials: Credentials): Promise<boolean> {
  // Most sign-ins need no such form, so it is loaded on demand.
  const prompts = await import('./prompts')
  return prompts.askForCode(forum, credentials)
}
