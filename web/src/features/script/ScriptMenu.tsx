import { ChoiceSwitch, IconButton, Menu, MenuChoice } from '../../ui'
import { chooseScript, type Script, SCRIPTS, useScript } from './script'
import { scriptText } from './script.texts'

/** The choice of script behind one character, for the masthead. */
export function ScriptMenu() {
  const script = useScript()
  return (
    <Menu trigger={<IconButton label={scriptText('label')}>{<Sign script={script} />}</IconButton>}>
      <MenuChoice value={script} onChange={chooseScript} options={useOptions()} />
    </Menu>
  )
}

/** The same choice as visible buttons, for a phone. */
export function ScriptSwitch() {
  return (
    <ChoiceSwitch
      name="script"
      legend={scriptText('label')}
      value={useScript()}
      onChange={chooseScript}
      options={useOptions()}
    />
  )
}

function Sign({ script }: { script: Script }) {
  return (
    <span className="script-sign" translate="no" aria-hidden>
      {script === 'traditional' ? '繁' : '简'}
    </span>
  )
}

function useOptions() {
  // The name of a script is written in that script.
  return SCRIPTS.map((value) => ({ value, label: <span translate="no">{scriptText(value)}</span> }))
}
