import { HOUR_MS, type Clock } from '@forum/shared/clock'

/** The longest day has 25 hours; the search for its beginning looks back slightly further. */
const LONGEST_DAY_MS = 26 * HOUR_MS

/** The days of the site's time zone: a board's posts of today are those since the site's midnight. */
export class SiteCalendar {
  private readonly day: Intl.DateTimeFormat

  constructor(
    private readonly clock: Clock,
    timeZone: string,
  ) {
    // The locale en-CA formats dates as 2026-11-20.
    this.day = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
  }

  /** `2026-11-20` */
  dayOf(at: Date): string {
    return this.day.format(at)
  }

  today(): string {
    return this.dayOf(this.clock.now())
  }

  /** Returns today and the days before it, `days` in total, newest first. */
  lastDays(days: number): string[] {
    const noon = new Date(`${this.today()}T12:00:00.000Z`).getTime()
    return Array.from({ length: days }, (_, back) =>
      new Date(noon - back * 24 * HOUR_MS).toISOString().slice(0, 10),
    )
  }

  /**
   * Returns the first moment of today. Days have 23 or 25 hours when the clocks change, and not every day begins at
   * 0:00, so that moment is searched for instead of calculated.
   */
  startOfDay(): Date {
    const now = this.clock.now()
    const today = this.dayOf(now)
    let yesterday = now.getTime() - LONGEST_DAY_MS
    let start = now.getTime()
    while (start - yesterday > 1) {
      const middle = Math.floor((yesterday + start) / 2)
      if (this.dayOf(new Date(middle)) === today) start = middle
      else yesterday = middle
    }
    return new Date(start)
  }

  /** Returns the first moment of a day, such as `2026-11-20`. */
  startOf(day: string): Date {
    const noon = new Date(`${day}T12:00:00.000Z`).getTime()
    let before = noon - 2 * LONGEST_DAY_MS
    let start = noon + 2 * LONGEST_DAY_MS
    while (start - before > 1) {
      const middle = Math.floor((before + start) / 2)
      if (this.dayOf(new Date(middle)) >= day) start = middle
      else before = middle
    }
    return new Date(start)
  }

  /** Returns the first moment after a day. */
  endOf(day: string): Date {
    const noon = new Date(`${day}T12:00:00.000Z`).getTime()
    return this.startOf(new Date(noon + 24 * HOUR_MS).toISOString().slice(0, 10))
  }
}
