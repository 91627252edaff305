/** The choices for a reminder of a post: the usual times, a chosen one, or never. */
export type When = 'never' | 'evening' | 'tomorrow' | 'week' | 'custom'

/** A choice, and the chosen time in the reader's time zone, as the field holds it. */
export interface GivenReminder {
  when: When
  custom: string
}

const EVENING = 20
const MORNING = 9

const at = (now: Date, days: number, hour: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)

/** Returns the choices that are possible at a time: late in the day, this evening is not. */
export const choicesAt = (now: number): readonly When[] =>
  at(new Date(now), 0, EVENING).getTime() - now > 30 * 60_000
    ? ['never', 'evening', 'tomorrow', 'week', 'custom']
    : ['never', 'tomorrow', 'week', 'custom']

/** Returns the time of a reminder, null for none; undefined if the chosen time is not in the future. */
export function timeOf({ when, custom }: GivenReminder, now: number): Date | null | undefined {
  const today = new Date(now)
  switch (when) {
    case 'never':
      return null
    case 'evening':
      return at(today, 0, EVENING)
    case 'tomorrow':
      return at(today, 1, MORNING)
    case 'week':
      return at(today, 7, MORNING)
    case 'custom': {
      const chosen = new Date(custom)
      return chosen.getTime() > now ? chosen : undefined
    }
  }
}
