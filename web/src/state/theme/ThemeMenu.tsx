import { IconButton, Menu, MenuChoice, onDemand } from '../../ui'
import { chooseTheme, useTheme } from './theme'
import { themeText } from './theme.texts'
import { THEME_ICONS, themeOptions } from './theme-options'

const textSizes = onDemand(() => import('./TextSizeChoice'))

/** The menu of the masthead with the theme and the size of text. */
export function ThemeMenu() {
  const theme = useTheme()
  const sizes = textSizes.use()
  const load = () => {
    textSizes.load().catch(() => undefined)
  }
  return (
    <Menu
      trigger={
        <IconButton label={themeText('label')} onClick={load}>
          {THEME_ICONS[theme]}
        </IconButton>
      }
    >
      <MenuChoice value={theme} onChange={chooseTheme} options={themeOptions()} />
      {sizes && <sizes.TextSizeEntries />}
    </Menu>
  )
}
