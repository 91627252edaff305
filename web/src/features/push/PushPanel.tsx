import { useEffect, useState } from 'react'
import { useForum } from '../../store'
import { Button, toast } from '../../ui'
import { BellRing } from '../../ui/icons'
import { pushText } from './push.texts'
import './push-panel.css'

/** Whether this device gets push messages, and the button that changes it. */
export function PushPanel() {
  const status = useForum(({ push }) => push.status)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => void useForum.getState().checkPush(), [])
  const change = async (turnOn: boolean) => {
    setIsBusy(true)
    const { turnPushOn, turnPushOff } = useForum.getState()
    const result = await (turnOn ? turnPushOn() : turnPushOff())
    setIsBusy(false)
    if (!result.ok) toast.error(pushText('failed'), { description: result.error.message })
    else toast.success(pushText(useForum.getState().push.status === 'on' ? 'isOn' : 'isOff'))
  }
  return (
    <div className="push-panel">
      <BellRing aria-hidden />
      <div className="push-panel-words">
        <b>{pushText('thisDevice')}</b>
        <span className="soft small" role="status">
          {pushText(`status.${status}`)}
        </span>
      </div>
      {(status === 'off' || status === 'on') && (
        <Button
          tone={status === 'off' ? 'go' : 'plain'}
          busy={isBusy}
          onClick={() => void change(status === 'off')}
        >
          {pushText(status === 'off' ? 'turnOn' : 'turnOff')}
        </Button>
      )}
    </div>
  )
}
