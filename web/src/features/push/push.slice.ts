import { type Result, resultOf } from '../../lib/result'
import { type Slice, type SliceTools } from '../../store/slice'
import {
  currentSubscription,
  endSubscription,
  permissionOf,
  type PushSupport,
  rememberPushFor,
  subscribe,
  wantsPush,
} from './subscription'

/** Whether this device gets push messages: `on` and `off` are the member's choice, the rest the browser's. */
export type PushStatus = 'unknown' | 'unsupported' | 'denied' | 'off' | 'on'

export interface PushState {
  push: { status: PushStatus; isOfferDismissed: boolean }
}

export interface PushActions {
  /** Checks whether this device is subscribed. */
  checkPush: () => Promise<void>
  /** Asks the browser for permission and subscribes this device; call it only in response to a click. */
  turnPushOn: () => Promise<Result<PushStatus>>
  turnPushOff: () => Promise<Result<void>>
  /** Assigns this browser's subscription to the current session, and subscribes again where the browser has lost it. */
  renewPush: () => Promise<void>
  /** Does not offer push messages again until the next session. */
  dismissPushOffer: () => void
}

declare module '../../store/slice' {
  interface ForumState extends PushState {}
  interface ForumActions extends PushActions {}
}

export const pushSlice = {
  scope: 'session',
  initialState: (): PushState => ({ push: { status: 'unknown', isOfferDismissed: false } }),
  actions: ({ get, update, call, once }: SliceTools): PushActions => {
    const setStatus = (status: PushStatus) => {
      update(({ push }) => {
        push.status = status
      })
      return status
    }
    const statusOf = (support: PushSupport, isSubscribed: boolean): PushStatus => {
      if (support !== 'granted' && support !== 'default') return support
      return support === 'granted' && isSubscribed ? 'on' : 'off'
    }
    return {
      checkPush: () =>
        once('push', async () => {
          setStatus(statusOf(permissionOf(), (await currentSubscription()) !== null))
        }),

      turnPushOn: () =>
        resultOf(
          (async () => {
            if (permissionOf() === 'unsupported') return setStatus('unsupported')
            // Must come before any await: browsers ask only directly after a click.
            const permission = await Notification.requestPermission()
            if (permission !== 'granted') return setStatus(permission === 'denied' ? 'denied' : 'off')
            const { publicKey } = await call('getPushKey')
            const body = await subscribe(publicKey)
            if (body === null) return setStatus('unsupported')
            await call('subscribeToPush', { body })
            rememberPushFor(get().session.user?.id ?? null)
            return setStatus('on')
          })(),
        ),

      turnPushOff: () =>
        resultOf(
          (async () => {
            rememberPushFor(null)
            const endpoint = await endSubscription()
            setStatus('off')
            if (endpoint !== null) await call('unsubscribeFromPush', { body: { endpoint } })
          })(),
        ),

      renewPush: async () => {
        const userId = get().session.user?.id
        const resubscribe = async () =>
          userId !== undefined && wantsPush(userId) && permissionOf() === 'granted'
            ? subscribe((await call('getPushKey')).publicKey)
            : null
        // The next page load retries after a failure.
        await resultOf(
          (async () => {
            const body = (await currentSubscription()) ?? (await resubscribe())
            if (body === null) return
            await call('subscribeToPush', { body })
            if (userId !== undefined) rememberPushFor(userId)
          })(),
        )
      },

      dismissPushOffer: () => {
        update(({ push }) => {
          push.isOfferDismissed = true
        })
      },
    }
  },
} satisfies Slice
