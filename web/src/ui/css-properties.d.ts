import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties, which carry measures into the CSS. */
    [name: `--${string}`]: string | number
  }
}
