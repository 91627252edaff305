import { type HeldResponse } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { toast } from '../../ui'
import { ownHeldSlice } from './held.slice'
import { heldText } from './held.texts'

/** Returns the text of a call that now waits for approval; null if the call was carried out. */
export function heldOf(response: unknown): HeldResponse['held'] | null {
  const isHeld = typeof response === 'object' && response !== null && 'held' in response
  return isHeld ? (response as HeldResponse).held : null
}

/** Tells the writer that a text waits for approval, and adds it to the reader's held texts. */
export function noteHeld(forum: Forum, { kind, reason }: HeldResponse['held']): void {
  toast.info(heldText(`sent.${kind}`), { description: heldText(`reason.${reason}`) })
  forum.update((write) => {
    write(ownHeldSlice).changes += 1
  })
}

/** Loads the reader's own held texts. */
export async function loadOwnHeld(forum: Forum): Promise<void> {
  const result = await resultOf(forum.call('listOwnHeld'))
  // The next change loads them again.
  if (!result.ok) return
  const { held } = result.value
  forum.update((write) => {
    write(ownHeldSlice).held = held
  })
}

/** Changes a held text. */
export async function changeHeld(
  forum: Forum,
  heldId: number,
  body: { title?: string; content?: string },
): Promise<Result<void>> {
  const result = await resultOf(forum.call('updateHeld', { params: { heldId }, body }))
  if (!result.ok) return result
  const { held } = result.value
  forum.update((write) => {
    const state = write(ownHeldSlice)
    state.held = (state.held ?? []).map((one) => (one.id === held.id ? held : one))
  })
  return { ok: true, value: undefined }
}

/** Withdraws a held text, or removes a rejected one. */
export async function withdrawHeld(forum: Forum, heldId: number): Promise<Result<void>> {
  const result = await resultOf(forum.call('withdrawHeld', { params: { heldId } }))
  if (!result.ok) return result
  forum.update((write) => {
    const state = write(ownHeldSlice)
    state.held = (state.held ?? []).filter(({ id }) => id !== heldId)
  })
  return { ok: true, value: undefined }
}
