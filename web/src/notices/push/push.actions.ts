import { type Result, resultOf } from '../../lib/result'
import { type Forum, sessionSlice } from '../../store'
import { pushSlice, type PushStatus } from './push.slice'
import { currentSubscription, subscribe } from './subscribing'
import { endSubscription, permissionOf, type PushSupport, rememberPushFor, wantsPush } from './subscription'

function setStatus(forum: Forum, status: PushStatus): PushStatus {
  forum.update((write) => {
    write(pushSlice).status = status
  })
  return status
}

function statusOf(support: PushSupport, isSubscribed: boolean): PushStatus {
  if (support !== 'granted' && support !== 'default') return support
  return support === 'granted' && isSubscribed ? 'on' : 'off'
}

/** Checks whether this device is subscribed. */
export function checkPush(forum: Forum): Promise<void> {
  return forum.once('push', async () => {
    setStatus(forum, statusOf(permissionOf(), (await currentSubscription()) !== null))
  })
}

/** Asks the browser for permission and subscribes this device; call it only in response to a click. */
export function turnPushOn(forum: Forum): Promise<Result<PushStatus>> {
  const turnOn = async () => {
    if (permissionOf() === 'unsupported') return setStatus(forum, 'unsupported')
    // Must come before any await: browsers ask only directly after a click.
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') return setStatus(forum, permission === 'denied' ? 'denied' : 'off')
    const { publicKey } = await forum.call('getPushKey')
    const body = await subscribe(publicKey)
    if (body === null) return setStatus(forum, 'unsupported')
    await forum.call('subscribeToPush', { body })
    rememberPushFor(forum.read(sessionSlice).user?.id ?? null)
    return setStatus(forum, 'on')
  }
  return resultOf(turnOn())
}

export function turnPushOff(forum: Forum): Promise<Result<void>> {
  const turnOff = async () => {
    rememberPushFor(null)
    const endpoint = await endSubscription()
    setStatus(forum, 'off')
    if (endpoint !== null) await forum.call('unsubscribeFromPush', { body: { endpoint } })
  }
  return resultOf(turnOff())
}

/** Assigns this browser's subscription to the current session, and subscribes again where the browser has lost it. */
export async function renewPush(forum: Forum): Promise<void> {
  const userId = forum.read(sessionSlice).user?.id
  const renew = async () => {
    const isWanted = (await currentSubscription()) !== null || (userId !== undefined && wantsPush(userId))
    if (!isWanted || permissionOf() !== 'granted') return
    // A server that was restored from an export has another key.
    const body = await subscribe((await forum.call('getPushKey')).publicKey)
    if (body === null) return
    await forum.call('subscribeToPush', { body })
    if (userId !== undefined) rememberPushFor(userId)
  }
  // The next page load retries after a failure.
  await resultOf(renew())
}

/** Does not offer push messages again until the next session. */
export function dismissPushOffer(forum: Forum): void {
  forum.update((write) => {
    write(pushSlice).isOfferDismissed = true
  })
}
