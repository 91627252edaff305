import { useEffect, useState } from 'react'
import { useForum } from '../../store'
import { Button, toast } from '../../ui'
import { pushText } from './push.texts'
import './push-panel.css'

/**
 * Offers push messages after the member has asked for notifications, such as by watching a thread. Renders nothing on
 * devices that have them, cannot have them, or have shown the offer before.
 */
export function PushOffer() {
  const { status, isOfferDismissed } = useForum(({ push }) => push)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => void useForum.getState().checkPush(), [])
  if (status !== 'off' || isOfferDismissed) return null
  const turnOn = async () => {
    setIsBusy(true)
    const result = await useForum.getState().turnPushOn()
    setIsBusy(false)
    if (!result.ok) toast.error(pushText('failed'), { description: result.error.message })
    else if (result.value === 'on') toast.success(pushText('isOn'))
  }
  return (
    <p className="push-offer" role="status">
      <span>{pushText('offer')}</span>
      <Button size="small" tone="go" busy={isBusy} onClick={() => void turnOn()}>
        {pushText('turnOn')}
      </Button>
      <Button
        size="small"
        tone="quiet"
        onClick={() => {
          useForum.getState().dismissPushOffer()
        }}
      >
        {pushText('notNow')}
      </Button>
    </p>
  )
}
