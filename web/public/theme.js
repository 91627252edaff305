// Runs before the first paint and applies the theme stored in this browser, so that a dark page never flashes white. It
// is a separate file because the page allows no inline script.
try {
  const theme = globalThis.localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') globalThis.document.documentElement.dataset.theme = theme
} catch {
  // Storage is unavailable: the system's choice applies.
}
