import { type EventHandlers, type Slice, type SliceTools } from '../../store/slice'
import { type SocketStatus } from '../../lib/socket'

export interface LiveState {
  connection: {
    status: SocketStatus
    /** When it was lost, in milliseconds of this machine's clock; null while connected. */
    lostAt: number | null
    /** Rooms the server refused to this connection: their data is polled instead. */
    refusedRooms: string[]
  }
  /** The server's clock minus this machine's, in milliseconds. */
  serverOffset: number
  /** The build that first greeted this page, and whether another has since. */
  build: string | null
  hasNewBuild: boolean
}

export interface LiveActions {
  setConnection: (status: SocketStatus) => void
  setRefusedRooms: (keys: string[]) => void
}

declare module '../../store/slice' {
  interface ForumState extends LiveState {}
  interface ForumActions extends LiveActions {}
}

/** The connection, the clock and the build belong to the device, not to the account. */
export const liveSlice = {
  scope: 'device',
  initialState: (): LiveState => ({
    connection: { status: 'connecting', lostAt: null, refusedRooms: [] },
    serverOffset: 0,
    build: null,
    hasNewBuild: false,
  }),
  handlers: {
    'server:hello': (state, { build, now }, context) => {
      state.serverOffset = Date.parse(now) - context.now
      state.build ??= build
      state.hasNewBuild = build !== state.build
    },
  } satisfies EventHandlers,
  actions: ({ update, clock }: SliceTools): LiveActions => ({
    setConnection: (status) => {
      update(({ connection }) => {
        connection.status = status
        connection.lostAt = status === 'connected' ? null : (connection.lostAt ?? clock.now().getTime())
      })
    },
    setRefusedRooms: (keys) => {
      update((state) => {
        state.connection.refusedRooms = keys
      })
    },
  }),
} satisfies Slice
