import { forum } from '../../store'
import { ChoiceSwitch } from '../../ui'
import { chooseScript, useScript } from './script'
import { scriptText } from './script.texts'
import { scriptOptions } from './script-options'

/** The choice of script as visible buttons, for a phone. */
export function ScriptSwitch() {
  return (
    <ChoiceSwitch
      name="script"
      legend={scriptText('label')}
      value={useScript()}
      onChange={(next) => {
        chooseScript(forum, next)
      }}
      options={scriptOptions()}
    />
  )
}
