import { type Script } from '@forum/shared/contract'
import { forum } from '../../store'
import { IconButton, Menu, MenuChoice } from '../../ui'
import { chooseScript, useScript } from './script'
import { scriptText } from './script.texts'
import { scriptOptions } from './script-options'

/** The choice of script behind one character, for the masthead. */
export function ScriptMenu() {
  const script = useScript()
  return (
    <Menu trigger={<IconButton label={scriptText('label')}>{<Sign script={script} />}</IconButton>}>
      <MenuChoice
        value={script}
        onChange={(next) => {
          chooseScript(forum, next)
        }}
        options={scriptOptions()}
      />
    </Menu>
  )
}

function Sign({ script }: { script: Script }) {
  return (
    <span className="script-sign" translate="no" aria-hidden>
      {script === 'traditional' ? '繁' : '简'}
    </span>
  )
}
