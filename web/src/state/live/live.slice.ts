import { type SocketStatus } from '../../lib/socket'
import { defineSlice } from '../../store'

export interface Live {
  connection: {
    status: SocketStatus
    /** Time when it was lost, in milliseconds of this machine's clock; null while connected. */
    lostAt: number | null
    /** Rooms the server refused to this connection: their data is polled instead. */
    refusedRooms: string[]
  }
  /** The server's clock minus this machine's, in milliseconds. */
  serverOffset: number
  /** The first build that greeted this page. `hasNewBuild` is true once another one has. */
  build: string | null
  hasNewBuild: boolean
}

/** The connection, the clock and the build belong to the device, not to the account. */
export const liveSlice = defineSlice(
  'live',
  (): Live => ({
    connection: { status: 'connecting', lostAt: null, refusedRooms: [] },
    serverOffset: 0,
    build: null,
    hasNewBuild: false,
  }),
  {
    scope: 'device',
    on: {
      'server:hello': (state, { build, now }, context) => {
        state.serverOffset = Date.parse(now) - context.now
        state.build ??= build
        state.hasNewBuild = build !== state.build
      },
    },
  },
)
