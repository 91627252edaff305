import { useTexts } from '../../lib/i18n'
import { ChoiceSwitch, IconButton, Menu, MenuChoice } from '../../ui'
import { Monitor, Moon, Sun } from '../../ui/icons'
import { chooseTheme, THEMES, useTheme } from './theme'

const ICONS = { system: <Monitor aria-hidden />, light: <Sun aria-hidden />, dark: <Moon aria-hidden /> }

/** The theme menu of the masthead. */
export function ThemeMenu() {
  const t = useTexts()
  const theme = useTheme()
  return (
    <Menu trigger={<IconButton label={t('theme.label')}>{ICONS[theme]}</IconButton>}>
      <MenuChoice value={theme} onChange={chooseTheme} options={useOptions()} />
    </Menu>
  )
}

/** The theme choice as visible buttons, for a phone. */
export function ThemeSwitch() {
  const t = useTexts()
  return (
    <ChoiceSwitch
      name="theme"
      legend={t('theme.label')}
      value={useTheme()}
      onChange={chooseTheme}
      options={useOptions()}
    />
  )
}

function useOptions() {
  const t = useTexts()
  return THEMES.map((value) => ({ value, label: t(`theme.${value}`), icon: ICONS[value] }))
}
