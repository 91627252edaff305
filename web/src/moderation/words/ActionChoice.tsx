import { ACTIONS, type DraftWord } from './word-list'
import { wordsText } from './words.texts'

/** The choice of the action for a text with a word, and the word's replacement. */
export function ActionChoice({
  word: { action, replacement },
  onChange,
}: {
  word: DraftWord
  onChange: (changed: Partial<DraftWord>) => void
}) {
  return (
    <>
      <select
        className="input word-action"
        aria-label={wordsText('action')}
        value={action}
        onChange={({ target }) => {
          onChange({ action: ACTIONS.find((one) => one === target.value) ?? 'flag' })
        }}
      >
        {ACTIONS.map((one) => (
          <option key={one} value={one}>
            {wordsText(`actions.${one}`)}
          </option>
        ))}
      </select>
      {action === 'replace' && (
        <input
          className="input word-replacement"
          aria-label={wordsText('replacement')}
          placeholder={wordsText('replacementHelp')}
          value={replacement}
          onChange={({ target }) => {
            onChange({ replacement: target.value })
          }}
        />
      )}
    </>
  )
}
