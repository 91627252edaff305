import { type Handlers } from './apply-event'

/** Someone who typed a moment ago is still typing for this long; the server passes it on every 3 s. */
const TYPING_MS = 6_000

type SiteEvents =
  | 'presence:thread'
  | 'presence:site'
  | 'typing'
  | 'server:hello'
  | 'resync'
  | 'session:revoked'

export const siteHandlers: Handlers<SiteEvents> = {
  'presence:thread': (state, { threadId, viewers, members, people }) => {
    state.presence[threadId] = { viewers, members, people: people ?? [] }
  },
  'presence:site': (state, { online, members }) => {
    state.online = { online, members }
  },
  typing: (state, { threadId, user }, arrived) => {
    if (user.id === state.session.user?.id) return
    const others = (state.typing[threadId] ?? []).filter((typist) => typist.user.id !== user.id)
    state.typing[threadId] = [...others, { user, until: arrived + TYPING_MS }]
  },
  'server:hello': (state, { build, now }, arrived) => {
    state.serverOffset = Date.parse(now) - arrived
    state.build ??= build
    state.hasNewBuild = build !== state.build
  },
  resync: (state) => {
    for (const log of Object.values(state.logs)) log.isBehind = true
  },
  'session:revoked': (state, { reason }) => {
    // A new role is learnt by asking who one is; the other reasons end the session.
    if (reason === 'role' || state.session.user === null) return
    state.session = { status: 'anonymous', user: null, endedBecause: reason }
  },
}
