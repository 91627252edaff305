/** Returns the name or URL of the double-size version of a member's picture. */
export const avatarAtDoubleSize = (avatar: string): string => avatar.replace(/\.webp$/, '-2x.webp')
