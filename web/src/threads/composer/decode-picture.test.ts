import { afterEach, expect, it, vi } from 'vitest'
import { decodePicture } from './decode-picture'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('closes every picture that it has made', async () => {
  let open = 0
  vi.stubGlobal('createImageBitmap', () => {
    open += 1
    return Promise.resolve({ width: 100, height: 80, close: () => (open -= 1) })
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => undefined,
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      width,
      height,
      data: new Uint8ClampedArray(width * height * 4),
    }),
  } as never)
  const picture = await decodePicture(new File([], 'a.png'))
  for (const side of [50, 40]) await picture.difference(new Blob(), { width: side, height: side })
  picture.close()
  await vi.waitFor(() => {
    expect(open).toBe(0)
  })
})
