import { useCallback, useState } from 'react'
import { useSearchAsTyped } from '../../resource'
import { forum } from '../../store'
import { ACTIONS, type DraftWord, givenOf } from './word-list'
import { type Trial as Tried, tryWords } from './words.actions'
import { wordsText } from './words.texts'

/** Time after the last key at which the text is tried. */
const TRY_AFTER_MS = 150

/** A box to try the filter: highlights its matches in a text, with the words as they are being edited. */
export function Trial({ words }: { words: readonly DraftWord[] }) {
  const [text, setText] = useState('')
  const attempt = useCallback((given: string) => tryWords(forum, given, givenOf(words)), [words])
  const { found: tried, error } = useSearchAsTyped(text || null, attempt, TRY_AFTER_MS)
  return (
    <section className="trial" aria-labelledby="trial-title">
      <h2 id="trial-title">
        {wordsText('test')} <span className="faint small">{wordsText('testHelp')}</span>
      </h2>
      <textarea
        className="input"
        rows={4}
        aria-label={wordsText('testText')}
        placeholder={wordsText('testText')}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
        }}
      />
      {error && (
        <p role="alert" className="field-error">
          {wordsText('testFailed')}：{error.message}
        </p>
      )}
      {text !== '' && tried && <Outcome given={tried.text} found={tried.value} />}
      <p className="faint small">{wordsText('sees')}</p>
    </section>
  )
}

function Outcome({ given, found: { text, matches } }: { given: string; found: Tried }) {
  const strongest = ACTIONS.find((action) => matches.some((match) => match.action === action)) ?? 'none'
  return (
    <>
      <p className={`verdict verdict-${strongest}`} role="status">
        {wordsText(`verdict.${strongest}`, {
          count: matches.filter(({ action }) => action === 'replace').length,
        })}
      </p>
      <p className="trial-text">
        <Highlighted text={given} matches={matches} />
      </p>
      {strongest === 'block' && <p className="faint small">{wordsText('blockHelp')}</p>}
      {matches.length > 0 && (
        <table className="words-table">
          <thead>
            <tr>
              <th>{wordsText('written')}</th>
              <th>{wordsText('seenAs')}</th>
              <th>{wordsText('result')}</th>
            </tr>
          </thead>
          <tbody>
            {matches.map(({ pattern, action, from, to }) => (
              <tr key={`${from} ${pattern}`}>
                <td>{given.slice(from, to)}</td>
                <td>{pattern}</td>
                <td className={`word-${action}`}>{wordsText(`actions.${action}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {strongest === 'replace' && (
        <p className="small">
          {wordsText('stored')}：<b>{text}</b>
        </p>
      )}
    </>
  )
}

/** A text whose matches have the colour of their action. Where matches overlap, the first one shows. */
function Highlighted({ text, matches }: { text: string; matches: Tried['matches'] }) {
  const parts: React.ReactNode[] = []
  let end = 0
  for (const { pattern, action, from, to } of matches.toSorted((a, b) => a.from - b.from)) {
    if (from < end) continue
    parts.push(
      text.slice(end, from),
      <mark key={from} className={`word-${action}`} title={pattern}>
        {text.slice(from, to)}
      </mark>,
    )
    end = to
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
