// Runs before the first paint and applies the theme and the text size stored in this browser, so that a dark page never
// flashes white and text does not grow later. It is a separate file because the page allows no inline script.
try {
  const { dataset } = globalThis.document.documentElement
  const theme = globalThis.localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
  const size = globalThis.localStorage.getItem('text-size')
  if (size === 'large' || size === 'larger') dataset.text = size
} catch {
  // Storage is unavailable: the system's choice applies.
}
