import { afterEach, expect, it, vi } from 'vitest'
import { copyToClipboard } from './clipboard'
import { toast } from './toasts'

const writeText = vi.fn((_text: string) => Promise.resolve())
vi.stubGlobal('navigator', { clipboard: { writeText } })
afterEach(() => {
  vi.restoreAllMocks()
})

it('says that a text was copied', async () => {
  const said = vi.spyOn(toast, 'success')
  expect(await copyToClipboard('abc', '已复制')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('abc')
  expect(said).toHaveBeenCalledWith('已复制')
})

it('says that the browser refused to copy', async () => {
  const said = vi.spyOn(toast, 'error')
  writeText.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  expect(await copyToClipboard('abc', '已复制')).toBe(false)
  expect(said).toHaveBeenCalledWith('复制失败，请选中后手动复制')
})
