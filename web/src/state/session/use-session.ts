import { type Session, sessionSlice, useForum } from '../../store'

/** The session; screens that depend on the reader's account wait while it is `checking`. */
export const useSession = (): Session => useForum((read) => read(sessionSlice))
