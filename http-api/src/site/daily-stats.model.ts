import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'

const fields = {
  /** The day of the site's calendar, such as `2026-11-20`. */
  _id: field.string,
  /** Members who joined, and who wrote. */
  joined: field.listOf(field.number),
  writers: field.listOf(field.number),
  threads: field.number,
  replies: field.number,
  reports: field.number,
  /** The time from its first report to its settlement of each case that was settled, in hours. */
  hoursToSettle: field.listOf(field.number),
  /** Threads and replies by board, and by the hour of the day. */
  boards: field.mixed<Record<string, number>>(),
  hours: field.listOf(field.number),
}

/** The statistics of a day, counted from existing data; nobody is tracked for them. */
export type DailyStatsDoc = DocumentOf<typeof fields>
export const dailyStatsCollection = defineCollection('dailyStats', fields)
