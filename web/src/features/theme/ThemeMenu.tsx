import { ChoiceSwitch, IconButton, Menu, MenuChoice } from '../../ui'
import { Monitor, Moon, Sun } from '../../ui/icons'
import { chooseTheme, THEMES, useTheme } from './theme'
import { themeText } from './theme.texts'

const ICONS = { system: <Monitor aria-hidden />, light: <Sun aria-hidden />, dark: <Moon aria-hidden /> }

/** The theme menu of the masthead. */
export function ThemeMenu() {
  const theme = useTheme()
  return (
    <Menu trigger={<IconButton label={themeText('label')}>{ICONS[theme]}</IconButton>}>
      <MenuChoice value={theme} onChange={chooseTheme} options={useOptions()} />
    </Menu>
  )
}

/** The theme choice as visible buttons, for a phone. */
export function ThemeSwitch() {
  return (
    <ChoiceSwitch
      name="theme"
      legend={themeText('label')}
      value={useTheme()}
      onChange={chooseTheme}
      options={useOptions()}
    />
  )
}

function useOptions() {
  return THEMES.map((value) => ({ value, label: themeText(value), icon: ICONS[value] }))
}
