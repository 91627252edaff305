/** Live news is read out at most once in this time (experience, Behaviour). */
export const ANNOUNCE_EVERY_MS = 10_000

/**
 * Says things to those who listen rather than look, at most one in ten seconds: what comes sooner waits, and
 * of several that wait the newest is said.
 */
export class Announcer {
  readonly #watchers = new Set<() => void>()
  #text = ''
  #waiting: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly announce = (text: string): void => {
    if (this.#timer !== undefined) {
      this.#waiting = text
      return
    }
    this.#say(text)
  }

  readonly text = (): string => this.#text

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  #say(text: string): void {
    this.#text = text
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      const waiting = this.#waiting
      this.#waiting = undefined
      if (waiting !== undefined) this.#say(waiting)
    }, ANNOUNCE_EVERY_MS)
    for (const watcher of this.#watchers) watcher()
  }
}

export const announcer = new Announcer()
/** Reads `text` out politely; see `Announcer`. */
export const announce = announcer.announce
