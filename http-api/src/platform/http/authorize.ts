import { ForumError } from '@forum/shared/errors'
import type { Verdict } from '@forum/shared/policies'

/** Throws the error of a verdict, unless it is `allowed`. */
export function authorize(verdict: Verdict): void {
  if (verdict !== 'allowed') throw new ForumError(verdict)
}
