// Before the first paint: the theme this browser remembers, so that a dark page never flashes white.
// It is a separate file because the page allows no inline script.
try {
  const theme = globalThis.localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') globalThis.document.documentElement.dataset.theme = theme
} catch {
  // Storage is not available: the system's choice applies.
}
