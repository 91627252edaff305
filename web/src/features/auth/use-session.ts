import { useForum, type Session } from '../../store'

/** The session; screens that depend on the reader's account wait while it is `checking`. */
export const useSession = (): Session => useForum((state) => state.session)
