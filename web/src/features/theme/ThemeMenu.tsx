import { useTexts } from '../../lib/i18n'
import { IconButton, Menu, MenuChoice } from '../../ui'
import { Monitor, Moon, Sun } from '../../ui/icons'
import { chooseTheme, THEMES, useTheme } from './theme'
import './theme.css'

const ICONS = { system: <Monitor aria-hidden />, light: <Sun aria-hidden />, dark: <Moon aria-hidden /> }

/** The choice of theme behind one icon, for the masthead. */
export function ThemeMenu() {
  const t = useTexts()
  const theme = useTheme()
  return (
    <Menu trigger={<IconButton label={t('theme.label')}>{ICONS[theme]}</IconButton>}>
      <MenuChoice
        value={theme}
        onChange={chooseTheme}
        options={THEMES.map((value) => ({ value, label: t(`theme.${value}`), icon: ICONS[value] }))}
      />
    </Menu>
  )
}

/** The same choice as visible buttons, for a phone. */
export function ThemeSwitch() {
  const t = useTexts()
  const theme = useTheme()
  return (
    <fieldset className="theme-switch">
      <legend>{t('theme.label')}</legend>
      <div className="theme-options">
        {THEMES.map((value) => (
          <label key={value} className="theme-option">
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => {
                chooseTheme(value)
              }}
            />
            {ICONS[value]}
            {t(`theme.${value}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
