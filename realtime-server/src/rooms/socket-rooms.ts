/**
 * Names of Socket.IO rooms besides those named after a channel. A thread has two more, because only signed-in
 * members learn who else is there.
 */
export const membersOf = (room: string) => `${room}:members`
export const guestsOf = (room: string) => `${room}:guests`

/** Sockets that receive the presence of the site. */
export const SITE_PRESENCE = 'gateway:site-presence'
