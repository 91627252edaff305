import * as z from 'zod/mini'
import { endpoint } from './define'

const firstHour = z.strictObject({
  /** True if hardly anything has been written yet, so that the list helps. */
  isYoung: z.boolean(),
  /** The steps of a founder's first hour, each true once it is done. */
  steps: z.strictObject({
    /** The site has a name of its own. */
    name: z.boolean(),
    /** There is a board. */
    boards: z.boolean(),
    /** A page of the site, or the rules of a board, have been written. */
    rules: z.boolean(),
    /** There is a thread. */
    thread: z.boolean(),
    /** Somebody was invited, or came. */
    invite: z.boolean(),
    /** A server for outgoing mail is configured. */
    mail: z.boolean(),
    /** A backup has been made. */
    backup: z.boolean(),
  }),
})
export type FirstHour = z.output<typeof firstHour>

export const firstHourEndpoints = {
  firstHour: endpoint({
    summary: 'What is done of the first hour of a new forum (admins)',
    method: 'GET',
    path: '/admin/first-hour',
    access: 'member',
    confidential: true,
    response: firstHour,
    errors: ['FORBIDDEN'],
  }),
}
