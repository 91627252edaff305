import { useEffect, useState } from 'react'
import { useTexts } from '../../lib/i18n'
import { useForum } from '../../store'
import { Button, toast } from '../../ui'
import { BellRing } from '../../ui/icons'
import './push-panel.css'
import './texts'

/** Whether this device gets push messages, and the button that changes it. */
export function PushPanel() {
  const t = useTexts()
  const status = useForum(({ push }) => push.status)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => void useForum.getState().checkPush(), [])
  const change = async (turnOn: boolean) => {
    setIsBusy(true)
    const { turnPushOn, turnPushOff } = useForum.getState()
    const result = await (turnOn ? turnPushOn() : turnPushOff())
    setIsBusy(false)
    if (!result.ok) toast.error(t('push.failed'), { description: result.error.message })
    else toast.success(t(useForum.getState().push.status === 'on' ? 'push.isOn' : 'push.isOff'))
  }
  return (
    <div className="push-panel">
      <BellRing aria-hidden />
      <div className="push-panel-words">
        <b>{t('push.thisDevice')}</b>
        <span className="soft small" role="status">
          {t(`push.status.${status}`)}
        </span>
      </div>
      {(status === 'off' || status === 'on') && (
        <Button
          tone={status === 'off' ? 'go' : 'plain'}
          busy={isBusy}
          onClick={() => void change(status === 'off')}
        >
          {t(status === 'off' ? 'push.turnOn' : 'push.turnOff')}
        </Button>
      )}
    </div>
  )
}
