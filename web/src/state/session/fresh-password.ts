import { ApiError } from '../../lib/api'
import { type Forum } from '../../store'

/**
 * Makes a call that the server refuses unless the password was typed recently: in that case, asks for it and repeats
 * the call. If the member gives up, rejects with the refusal.
 */
export async function withFreshPassword<T>(forum: Forum, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'PASSWORD_REQUIRED')) throw error
    const { askForPassword } = await import('./prompts')
    if (!(await askForPassword(forum))) throw error
    return work()
  }
}
