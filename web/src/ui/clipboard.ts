import { clipboardText } from './clipboard.texts'
import { toast } from './toasts'

/**
 * Copies a text to the clipboard and says so in a toast; without `done`, the caller confirms it. If the browser
 * refuses, shows that and returns false.
 */
export async function copyToClipboard(
  text: string,
  done?: string,
  failed = clipboardText('failed'),
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    toast.error(failed)
    return false
  }
  if (done !== undefined) toast.success(done)
  return true
}
