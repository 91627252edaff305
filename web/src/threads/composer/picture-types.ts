const HEIC = /^image\/hei[cf]$/i
/** Browsers give some of these files no type. */
export const isHeic = ({ name, type }: File): boolean => HEIC.test(type) || /\.hei[cf]$/i.test(name)

/** Returns whether a file is a picture that may be reduced; animations are detected by their bytes. */
export const isReducible = (file: File): boolean =>
  /^image\/(jpeg|png|webp|avif)$/i.test(file.type) || isHeic(file)
