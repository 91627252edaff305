import { type TextSize } from '@forum/shared/contract'
import { useSyncExternalStore } from 'react'
import { accountChanged, type Forum, forum, sessionSlice } from '../../store'
import { ChoiceSwitch, MenuChoice, MenuLine } from '../../ui'
import { showTextSize, textSize } from './text-size'
import { textSizeText } from './text-size.texts'

const SIZES = ['normal', 'large', 'larger'] as const satisfies readonly TextSize[]

/** The size of text as entries of a menu. */
export function TextSizeEntries() {
  return (
    <>
      <MenuLine />
      <MenuChoice {...useChoice()} />
    </>
  )
}

/** The size of text as visible buttons, for a phone. */
export function TextSizeSwitch() {
  return <ChoiceSwitch name="text-size" legend={textSizeText('label')} {...useChoice()} />
}

function useChoice() {
  return {
    value: useSyncExternalStore(textSize.subscribe, textSize.current),
    onChange: (size: TextSize) => void chooseTextSize(forum, size),
    options: SIZES.map((value) => ({ value, label: textSizeText(value) })),
  }
}

/** Shows a size at once. It is stored in a member's account, or in the browser of a visitor. */
async function chooseTextSize(targetForum: Forum, size: TextSize): Promise<void> {
  showTextSize(size)
  if (!targetForum.read(sessionSlice).user) return
  // After a failure, this browser keeps the choice until the account has another.
  const saved = await targetForum.call('updateProfile', { body: { textSize: size } }).catch(() => null)
  if (!saved) return
  targetForum.update((write) => {
    accountChanged(write, saved.user)
  })
}
