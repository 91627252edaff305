import { useForum, type Session } from '../../store'

/** The session; screens that depend on who reads them wait while it is `checking`. */
export const useSession = (): Session => useForum((state) => state.session)
