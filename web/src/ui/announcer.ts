import { createSignal } from '../lib/signal'

/** Minimum interval between two announcements of live updates. */
export const ANNOUNCE_EVERY_MS = 10_000

/**
 * Announces messages to screen readers, at most one in ten seconds. Messages that come sooner wait, and only the
 * newest of them is announced.
 */
export class Announcer {
  readonly #text = createSignal('')
  #waiting: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly announce = (text: string): void => {
    if (this.#timer !== undefined) {
      this.#waiting = text
      return
    }
    this.#say(text)
  }

  readonly text = this.#text.current
  readonly subscribe = this.#text.subscribe

  #say(text: string): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      const waiting = this.#waiting
      this.#waiting = undefined
      if (waiting !== undefined) this.#say(waiting)
    }, ANNOUNCE_EVERY_MS)
    this.#text.set(text)
  }
}

export const announcer = new Announcer()
/** Reads `text` out politely; see `Announcer`. */
export const announce = announcer.announce
