import type { Clock } from '@forum/shared/clock'

/** Days as the site's time zone has them (contract §5: 今日 is the posts since its midnight). */
export class SiteCalendar {
  private readonly day: Intl.DateTimeFormat
  private readonly parts: Intl.DateTimeFormat

  constructor(
    private readonly clock: Clock,
    timeZone: string,
  ) {
    // en-CA writes 2026-11-20.
    this.day = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    this.parts = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
  }

  /** `2026-11-20` */
  dayOf(at: Date): string {
    return this.day.format(at)
  }

  today(): string {
    return this.dayOf(this.clock.now())
  }

  /** The day and the `days - 1` before it, newest first. */
  lastDays(days: number): string[] {
    const noon = new Date(`${this.today()}T12:00:00.000Z`).getTime()
    return Array.from({ length: days }, (_, back) =>
      new Date(noon - back * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10),
    )
  }

  /** When the present day began; on the two days a year that the clock changes, at most an hour off. */
  startOfDay(): Date {
    const now = this.clock.now()
    const [hours = 0, minutes = 0, seconds = 0] = this.parts.format(now).split(':').map(Number)
    return new Date(now.getTime() - ((hours * 60 + minutes) * 60 + seconds) * 1_000 - now.getMilliseconds())
  }
}
