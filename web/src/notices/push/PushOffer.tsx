import { useEffect } from 'react'
import { forum, useForum } from '../../store'
import { Button, toast, useAction } from '../../ui'
import { pushText } from './push.texts'
import { checkPush, dismissPushOffer, turnPushOn } from './push.actions'
import { pushSlice } from './push.slice'
import './push-panel.css'

/**
 * Offers push messages after the member has asked for notifications, such as by watching a thread. Renders nothing on
 * devices that have them, cannot have them, or have shown the offer before.
 */
export function PushOffer() {
  const { status, isOfferDismissed } = useForum((read) => read(pushSlice))
  const { isBusy, run } = useAction(
    () => turnPushOn(forum),
    (now) => {
      if (now === 'on') toast.success(pushText('isOn'))
    },
    pushText('failed'),
  )
  useEffect(() => void checkPush(forum), [])
  if (status !== 'off' || isOfferDismissed) return null
  return (
    <p className="push-offer" role="status">
      <span>{pushText('offer')}</span>
      <Button size="small" tone="go" busy={isBusy} onClick={run}>
        {pushText('turnOn')}
      </Button>
      <Button
        size="small"
        tone="quiet"
        onClick={() => {
          dismissPushOffer(forum)
        }}
      >
        {pushText('notNow')}
      </Button>
    </p>
  )
}
