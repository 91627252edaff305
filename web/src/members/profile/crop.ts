/** The side of the square that is sent: the larger of the two sizes that the server keeps. */
export const CROP_SIDE = 400
/** Maximum enlargement of a picture. */
export const ZOOM_MAX = 4

/** The chosen square of a picture: its centre, from 0 to 1 in both directions, and its enlargement. */
export interface Crop {
  x: number
  y: number
  zoom: number
}

export const CENTRE: Crop = { x: 0.5, y: 0.5, zoom: 1 }

export interface Size {
  width: number
  height: number
}

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))

/** The chosen square in pixels of the picture; it never leaves the picture. */
export function squareOf({ width, height }: Size, { x, y, zoom }: Crop) {
  const side = Math.min(width, height) / zoom
  return {
    left: between(0, x * width - side / 2, width - side),
    top: between(0, y * height - side / 2, height - side),
    side,
  }
}

/** Moves the square by a part of its own side. */
export function moved(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { left, top, side } = squareOf(size, crop)
  const half = side / 2
  return {
    ...crop,
    x: between(half, left + half + by.x * side, size.width - half) / size.width,
    y: between(half, top + half + by.y * side, size.height - half) / size.height,
  }
}

/** Draws the chosen square over a whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { left, top, side } = squareOf(picture, crop)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** The chosen square as a file; null where the browser cannot make one. */
export function cropped(picture: ImageBitmap, crop: Crop): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = CROP_SIDE
  canvas.height = CROP_SIDE
  drawCrop(canvas, picture, crop)
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
}
