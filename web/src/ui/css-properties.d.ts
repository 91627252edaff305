import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties, which pass lengths to the CSS. */
    [name: `--${string}`]: string | number
  }
}
