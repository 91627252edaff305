/** A part that begins this far below the top of the window, in pixels, still counts as the one being read. */
const READING_LINE_PX = 160

/** Returns the part of a text that is being read, of its parts from top to bottom; undefined above the first. */
export const partBeingRead = <T extends Element>(parts: readonly T[]): T | undefined =>
  parts.findLast((part) => part.getBoundingClientRect().top < READING_LINE_PX)
