/** The table of Unicode's confusable characters; the package brings no types that TypeScript finds. */
declare module 'unicode-confusables' {
  const confusables: {
    /** Returns the text with each character replaced by the one that it looks like. */
    rectifyConfusion: (text: string) => string
  }
  export default confusables
}
