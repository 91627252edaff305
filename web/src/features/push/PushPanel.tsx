import { useEffect, useState } from 'react'
import { forum, useForum } from '../../store'
import { Button, toast } from '../../ui'
import { BellRing } from '../../ui/icons'
import { pushText } from './push.texts'
import { checkPush, turnPushOff, turnPushOn } from './push.actions'
import { pushSlice } from './push.slice'
import './push-panel.css'

/** Whether this device gets push messages, and the button that changes it. */
export function PushPanel() {
  const status = useForum((read) => read(pushSlice).status)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => void checkPush(forum), [])
  const change = async (turnOn: boolean) => {
    setIsBusy(true)
    const result = await (turnOn ? turnPushOn(forum) : turnPushOff(forum))
    setIsBusy(false)
    if (!result.ok) toast.error(pushText('failed'), { description: result.error.message })
    else toast.success(pushText(forum.read(pushSlice).status === 'on' ? 'isOn' : 'isOff'))
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
