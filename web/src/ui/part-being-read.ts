/** Distance from the top of the window, in pixels, at which the next part becomes the current one. */
const READING_LINE_PX = 160

/** Returns the part of a text at the reader's position, of its parts from top to bottom; undefined above the first. */
export const partBeingRead = <T extends Element>(parts: readonly T[]): T | undefined =>
  parts.findLast((part) => part.getBoundingClientRect().top < READING_LINE_PX)
