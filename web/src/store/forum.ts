import { systemClock, type Clock } from '@forum/shared/clock'
import { type Post } from '@forum/shared/contract'
import { type SocketEvent } from '@forum/shared/events'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { immer } from 'zustand/middleware/immer'
import { ApiError, call, type Call } from '../lib/api'
import {
  navigate,
  onSessionEnd,
  readToken,
  removeToken,
  storeToken,
  takeRememberedPlace,
} from '../lib/session'
import { applyEvent } from './apply-event'
import { boardsUnder, takeBoards, takeList, takeNewsOfList, type ListAnswer } from './boards'
import {
  boardListKey,
  categoryListKey,
  initialState,
  threadPageKey,
  type Connection,
  type ForumState,
  type ListOfThreads,
  type PendingReply,
} from './state'
import { applyHeld, logOf, takeChanges, takeThreadPage } from './thread-log'

export interface Credentials {
  username: string
  password: string
}
export interface Registration extends Credentials {
  email: string
  displayName?: string
}

export interface ForumActions {
  /** Asks whose the stored token is; pages wait for it. The token goes only when the server says so. */
  start: () => Promise<void>
  /** Signs in and goes back to where the person was; rejects with an `ApiError`. */
  login: (credentials: Credentials) => Promise<void>
  /** Creates an account, signs it in and goes home; rejects with an `ApiError`. */
  register: (registration: Registration) => Promise<void>
  /** Signs out and goes home, whatever the server says. */
  logout: () => Promise<void>
  /** The server or another window ended the session: one stays where one is, as a visitor. */
  forgetSession: () => void

  loadBoards: () => Promise<void>
  loadPopularBoards: () => Promise<void>
  loadBoardPage: (boardId: number, page: number) => Promise<void>
  loadCategoryPage: (name: string, page: number) => Promise<void>
  /**
   * Of what is shown, and may have been missed: each rejects to be tried again, and leaves what is shown where it
   * stands. Rows and counts tick; what moved is told as news.
   */
  lookAtBoards: () => Promise<void>
  lookAtPopularBoards: () => Promise<void>
  lookAtBoardPage: (boardId: number, page: number) => Promise<void>
  lookAtCategoryPage: (name: string, page: number) => Promise<void>
  /** Has `look` called by every `lookAgain` until the returned function is. */
  watch: (look: () => Promise<void>) => () => void
  /** Looks at all that is watched; rejects when any of it could not be seen. */
  lookAgain: () => Promise<void>
  /**
   * Reads a page of a thread; resolves with the number it turned out to be (past the end is the last). `quietly` leaves
   * the error of an earlier reading shown meanwhile.
   */
  loadThreadPage: (
    threadId: number,
    page: number | 'last' | 'unread',
    how?: { quietly: boolean },
  ) => Promise<number>
  /** Asks what changed since the last news applied; resolves once the copy is whole, rejects to be tried again. */
  catchUp: (threadId: number) => Promise<void>

  /** Applies news in one step. */
  receive: (messages: readonly SocketEvent[]) => void
  setConnection: (status: Connection['status']) => void
  /** Takes in a post that a call answered, unless news of it came while the call was under way. */
  takeAnsweredPost: (post: Post, seqBefore: number | undefined) => void
  /** Begins, changes or (null) ends the sending of one's reply in a thread. */
  setReply: (threadId: number, reply: PendingReply | null) => void
  /** Changes the state by hand: for what one does oneself. */
  update: (change: (state: ForumState) => void) => void
}

export type Forum = ForumState & ForumActions

export interface ForumDeps {
  call: Call
  clock: Clock
}

/** Makes the page's one store. Loaders never throw: what went wrong stands in the state. */
export function createForum({ call, clock }: ForumDeps): UseBoundStore<StoreApi<Forum>> {
  return create<Forum>()(
    immer((set, get) => {
      const update = (change: (state: ForumState) => void) => {
        set((state) => {
          change(state)
        })
      }
      /** One reading of a thing at a time; who asks meanwhile gets the same. */
      const underWay = new Map<string, Promise<unknown>>()
      const once = <T>(key: string, work: () => Promise<T>): Promise<T> => {
        const running = underWay.get(key) as Promise<T> | undefined
        if (running) return running
        const started = work().finally(() => underWay.delete(key))
        underWay.set(key, started)
        return started
      }

      const becomeMember = (answer: { user: ForumState['session']['user']; token: string }) => {
        storeToken(answer.token)
        update((state) => {
          forgetWhatWasRead(state)
          state.session = { status: 'member', user: answer.user, endedBecause: null }
        })
      }

      const readBoards = () =>
        once('boards', async () => {
          const { boards } = await call('listBoards')
          update((state) => {
            takeBoards(state, boards)
            state.boardOrder = boards.map((board) => board.id)
            state.boardsError = null
          })
        })

      /** Answers their ids, those with the most posts first. */
      const readPopularBoards = () =>
        once('popular', async () => {
          const boards = await call('popularBoards')
          update((state) => {
            takeBoards(state, boards)
          })
          return boards.map((board) => board.id)
        })

      /** A page of threads and what stands above it, as the server has it now. */
      type ReadList = () => Promise<{
        answer: ListAnswer
        shows: (state: ForumState) => Pick<ListOfThreads, 'boardId' | 'category' | 'boardIds'>
      }>

      const readBoardPage =
        (boardId: number, page: number): ReadList =>
        async () => {
          const answer = await call('getBoard', { params: { boardId }, query: { page } })
          const shows = (state: ForumState) => {
            takeBoards(state, [answer.board])
            return { boardId, category: null, boardIds: boardsUnder(state, boardId) }
          }
          return { answer, shows }
        }

      const readCategoryPage =
        (name: string, page: number): ReadList =>
        async () => {
          const answer = await call('getCategory', { params: { name }, query: { page } })
          const shows = (state: ForumState) => {
            takeBoards(state, answer.boards)
            return {
              boardId: null,
              category: answer.category,
              boardIds: answer.boards.map((board) => board.id),
            }
          }
          return { answer, shows }
        }

      const failList = (key: string, error: unknown) => {
        update((state) => {
          state.lists[key] = { ...emptyList(), status: 'error', error: asApiError(error) }
        })
      }

      const loadList = (key: string, read: ReadList) =>
        once(key, async () => {
          const movedBefore = get().lists[key]?.moved ?? {}
          update((state) => {
            if (state.lists[key]?.status !== 'ready') state.lists[key] = { ...emptyList(), status: 'loading' }
          })
          try {
            const { answer, shows } = await read()
            update((state) => {
              takeList(state, key, answer, shows(state), movedBefore)
            })
          } catch (error) {
            failList(key, error)
          }
        })

      /** After a reading that is under way: it may have been answered before what was missed. */
      const lookOnce = (key: string, look: () => Promise<void>) =>
        once(`look at ${key}`, async () => {
          await underWay.get(key)?.catch(() => undefined)
          await look()
        })

      const lookAtList = (key: string, read: ReadList) =>
        lookOnce(key, async () => {
          try {
            const { answer, shows } = await read()
            update((state) => {
              if (state.lists[key]?.status === 'ready') takeNewsOfList(state, key, answer, shows(state))
              else takeList(state, key, answer, shows(state), {})
            })
          } catch (error) {
            if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
            failList(key, error)
          }
        })

      const watched = new Set<{ look: () => Promise<void> }>()

      const readThreadPage = async (threadId: number, page: number | 'last' | 'unread'): Promise<number> => {
        const answer = await call('getThread', { params: { threadId }, query: { page } })
        const { page: found, totalPages } = answer.pagination
        // Past the end the last page is shown (product research C2).
        if (found > totalPages) return readThreadPage(threadId, 'last')
        update((state) => {
          logOf(state, threadId).openPage = found
          takeThreadPage(state, answer, found)
        })
        return found
      }

      return {
        ...initialState(),
        update,

        start: () =>
          once('start', async () => {
            if (readToken() === null) {
              update((state) => {
                state.session = { ...state.session, status: 'anonymous', user: null }
              })
              return
            }
            try {
              const { user } = await call('me', { quiet: true })
              update((state) => {
                state.session = { status: 'member', user, endedBecause: null }
              })
            } catch (error) {
              const status = error instanceof ApiError ? error.status : 0
              const isRefused = status === 401 || status === 403
              if (isRefused) removeToken()
              update((state) => {
                const endedBecause = isRefused && state.session.user ? 'expired' : state.session.endedBecause
                // Who was signed in stays so while the server cannot be reached.
                if (isRefused || !state.session.user)
                  state.session = { status: 'anonymous', user: null, endedBecause }
              })
            }
          }),

        login: async (credentials) => {
          becomeMember(await call('login', { body: credentials }))
          navigate(takeRememberedPlace())
        },

        register: async (registration) => {
          becomeMember(await call('register', { body: registration }))
          navigate('/')
        },

        logout: async () => {
          try {
            await call('logout')
          } catch {
            // Signed out here all the same (specification §4).
          }
          removeToken()
          update((state) => {
            forgetWhatWasRead(state)
            state.session = { status: 'anonymous', user: null, endedBecause: null }
          })
          navigate('/')
        },

        forgetSession: () => {
          update((state) => {
            state.session = { ...state.session, status: 'anonymous', user: null }
          })
        },

        loadBoards: () =>
          readBoards().catch((error: unknown) => {
            update((state) => {
              state.boardsError = asApiError(error)
            })
          }),
        lookAtBoards: () => lookOnce('boards', readBoards),

        loadPopularBoards: async () => {
          try {
            const ids = await readPopularBoards()
            update((state) => {
              state.popular = { ids, error: null }
            })
          } catch (error) {
            update((state) => {
              state.popular.error = asApiError(error)
            })
          }
        },
        // Their counts alone: the order that is shown stays.
        lookAtPopularBoards: () =>
          lookOnce('popular', async () => {
            const ids = await readPopularBoards()
            update((state) => {
              state.popular = { ids: state.popular.ids ?? ids, error: null }
            })
          }),

        loadBoardPage: (boardId, page) => loadList(boardListKey(boardId, page), readBoardPage(boardId, page)),
        lookAtBoardPage: (boardId, page) =>
          lookAtList(boardListKey(boardId, page), readBoardPage(boardId, page)),

        loadCategoryPage: (name, page) => loadList(categoryListKey(name, page), readCategoryPage(name, page)),
        lookAtCategoryPage: (name, page) =>
          lookAtList(categoryListKey(name, page), readCategoryPage(name, page)),

        watch: (look) => {
          const one = { look }
          watched.add(one)
          return () => {
            watched.delete(one)
          }
        },
        lookAgain: async () => {
          await Promise.all([...watched].map(({ look }) => look()))
        },

        loadThreadPage: (threadId, page, { quietly } = { quietly: false }) =>
          once(`thread:${threadId}:${page}`, async () => {
            const key = typeof page === 'number' ? threadPageKey(threadId, page) : null
            update((state) => {
              if (key && !quietly && state.threadPages[key]?.status !== 'ready')
                state.threadPages[key] = { status: 'loading', error: null }
            })
            try {
              return await readThreadPage(threadId, page)
            } catch (error) {
              update((state) => {
                state.threadPages[key ?? threadPageKey(threadId, 1)] = {
                  status: 'error',
                  error: asApiError(error),
                }
              })
              return typeof page === 'number' ? page : 1
            }
          }),

        catchUp: (threadId) =>
          once(`changes:${threadId}`, async () => {
            const since = get().logs[threadId]?.seq ?? null
            if (since === null) return
            try {
              const answer = await call('threadChanges', { params: { threadId }, query: { since } })
              if (answer.complete) {
                update((state) => {
                  takeChanges(state, answer)
                })
                return
              }
              // Too much at once: the page on the screen is read anew, the others when they are opened.
              await readThreadPage(threadId, get().logs[threadId]?.openPage ?? 1)
            } catch (error) {
              if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
              update((state) => {
                const thread = state.threads[threadId]
                if (thread) thread.isDeleted = true
                logOf(state, threadId).isBehind = false
              })
            }
          }),

        receive: (messages) => {
          const now = clock.now().getTime()
          update((state) => {
            for (const message of messages) applyEvent(state, message, now)
          })
        },

        setConnection: (status) => {
          update((state) => {
            const lostAt = status === 'connected' ? null : (state.connection.lostAt ?? clock.now().getTime())
            state.connection = { status, lostAt }
          })
        },

        takeAnsweredPost: (post, seqBefore) => {
          update((state) => {
            const known = state.posts[post.id]
            const { likedByMe, viewer } = post
            if (known && known.seq !== seqBefore) {
              state.posts[post.id] = { ...known, likedByMe, viewer }
              return
            }
            if (known && known.version > post.version) return
            state.posts[post.id] = { ...post, seq: known?.seq ?? 0 }
            logOf(state, post.threadId).floors[post.number] = post.id
          })
        },

        setReply: (threadId, reply) => {
          update((state) => {
            state.replies[threadId] = reply
            applyHeld(state, threadId)
          })
        },
      }
    }),
  )
}

const emptyList = (): ListOfThreads => ({
  status: 'loading',
  error: null,
  threadIds: [],
  pagination: null,
  boardId: null,
  category: null,
  boardIds: [],
  moved: {},
})

/** What somebody else was shown is not shown to the next. */
function forgetWhatWasRead(state: ForumState): void {
  const { threads, posts, logs, hints, threadPages, lists, replies } = initialState()
  Object.assign(state, { threads, posts, logs, hints, threadPages, lists, replies })
}

/** Anything but a refusal of the server is a mistake of the page's own, and is not hidden. */
function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

export const useForum = createForum({ call, clock: systemClock })

onSessionEnd(() => {
  useForum.getState().forgetSession()
})
