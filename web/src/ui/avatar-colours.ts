/** Each has a contrast of at least 4.5:1 with white, in both themes. */
export const AVATAR_COLOURS = [
  '#7a4b2a',
  '#2a5a7a',
  '#4b6b2f',
  '#8a5a00',
  '#57534c',
  '#8a3b5c',
  '#5b4a9c',
  '#1f6b5e',
  '#9a4a2b',
  '#3a5f9e',
  '#6d5a1c',
  '#7d3f86',
] as const

/** Returns the colour of a member's initial. It is derived from the id, so it is the same everywhere and forever. */
export function avatarColour(id: number): string {
  // Neighbouring ids get distant colours, so that a page of new members does not look like a gradient.
  return AVATAR_COLOURS[(id * 7) % AVATAR_COLOURS.length] ?? AVATAR_COLOURS[0]
}
