/** Where a member's picture is found at twice its size; takes its name or its URL. */
export const avatarAtDoubleSize = (avatar: string): string => avatar.replace(/\.webp$/, '-2x.webp')
