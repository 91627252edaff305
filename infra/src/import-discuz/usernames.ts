import { USERNAME_MAX, USERNAME_MIN, USERNAME_PATTERN } from '@forum/shared/limits'
import { isReservedUsername } from '@forum/shared/text'
import { pinyin } from 'pinyin-pro'

const NO_LETTERS = /[^a-z0-9]+/g

/** Returns the letters and digits of a name: Chinese in pinyin, letters without accents. */
export function spelled(name: string): string {
  const sounds = pinyin(name.normalize('NFKC'), { toneType: 'none', type: 'array', v: true })
  return sounds.join('').normalize('NFKD').toLowerCase().replace(NO_LETTERS, '')
}

/** Makes usernames of old names, each different from all others. */
export class UsernameMaker {
  private readonly taken: Set<string>
  /** In lower case, the names that their owners keep. */
  private readonly kept = new Set<string>()

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken)
  }

  /** Keeps a name for its owner if it can be a username, so that none that is made of another name takes it. */
  keep(name: string, isStaff: boolean): void {
    if (isFit(name, isStaff) && !this.taken.has(name.toLowerCase())) this.kept.add(name.toLowerCase())
  }

  /**
   * Returns the name itself if it can be a username, otherwise one made of it.
   *
   * @param isStaff whether the member may have a username that is reserved for staff
   */
  make(name: string, isStaff: boolean): string {
    if (isFit(name, isStaff)) {
      this.kept.delete(name.toLowerCase())
      if (this.take(name)) return name
    }
    let base = spelled(name).slice(0, USERNAME_MAX)
    if (base.length < USERNAME_MIN) base = `user${base}`
    // Whatever follows a reserved name may be reserved too.
    if (isReservedUsername(base) || isReservedUsername(`${base}2`)) base = `x${base}`.slice(0, USERNAME_MAX)
    for (let n = 1; ; n++) {
      const end = n === 1 ? '' : String(n)
      const made = base.slice(0, USERNAME_MAX - end.length) + end
      if (this.take(made)) return made
    }
  }

  private take(username: string): boolean {
    const lower = username.toLowerCase()
    if (this.taken.has(lower) || this.kept.has(lower)) return false
    this.taken.add(lower)
    return true
  }
}

const isFit = (name: string, isStaff: boolean): boolean =>
  USERNAME_PATTERN.test(name) &&
  name.length >= USERNAME_MIN &&
  name.length <= USERNAME_MAX &&
  (isStaff || !isReservedUsername(name))
