import { useEffect } from 'react'
import { forum, useForum } from '../../store'
import { Button, toast, useAction } from '../../ui'
import { BellRing } from '../../ui/icons'
import { pushText } from './push.texts'
import { checkPush, turnPushOff, turnPushOn } from './push.actions'
import { pushSlice } from './push.slice'
import './push-panel.css'

/** Says whether this device gets push messages, with the button that changes it. */
export function PushPanel() {
  const status = useForum((read) => read(pushSlice).status)
  useEffect(() => void checkPush(forum), [])
  const { isBusy, run } = useAction<[], unknown>(
    () => (status === 'off' ? turnPushOn(forum) : turnPushOff(forum)),
    () => {
      toast.success(pushText(forum.read(pushSlice).status === 'on' ? 'isOn' : 'isOff'))
    },
    pushText('failed'),
  )
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
        <Button tone={status === 'off' ? 'go' : 'plain'} busy={isBusy} onClick={run}>
          {pushText(status === 'off' ? 'turnOn' : 'turnOff')}
        </Button>
      )}
    </div>
  )
}
