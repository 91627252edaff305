import { ChoiceSwitch } from '../../ui'
import { chooseTheme, useTheme } from './theme'
import { themeText } from './theme.texts'
import { themeOptions } from './theme-options'

/** The theme choice as visible buttons, for a phone. */
export function ThemeSwitch() {
  return (
    <ChoiceSwitch
      name="theme"
      legend={themeText('label')}
      value={useTheme()}
      onChange={chooseTheme}
      options={themeOptions()}
    />
  )
}
