import { WORD_HIT_DAYS } from '@forum/shared/limits'
import { mayAdminister } from '@forum/shared/policies'
import { wordKey, isolated } from '@forum/shared/text'
import { type FormEvent, useState } from 'react'
import { actorOf } from '../../lib/actor'
import { commonText } from '../../lib/i18n'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Button,
  ButtonLink,
  EmptyState,
  IconButton,
  localDate,
  SkeletonLines,
  toast,
  useAction,
  useListener,
  usePageTitle,
} from '../../ui'
import { Inbox, Lock, Pencil, Plus, Trash2 } from '../../ui/icons'
import { useSession } from '../../state/session'
import { ActionChoice } from './ActionChoice'
import { Trial } from './Trial'
import { readWords, saveOrReadNewer } from './words.actions'
import {
  changesBetween,
  type DraftWord,
  draftOf,
  givenOf,
  merge,
  type WordList,
  wordProblem,
} from './word-list'
import { wordsText } from './words.texts'
import './words.css'

/** Number of words from which there is a field to find one. */
const FIND_FROM = 10

/** `/moderation/words`: the words of the filter as a draft that is saved as a whole, and a box to try it. */
export function WordsScreen() {
  const actor = actorOf(useSession().user)
  usePageTitle(wordsText('title'))
  if (actor === null || mayAdminister(actor) !== 'allowed')
    return (
      <EmptyState icon={<Lock aria-hidden />} title={wordsText('forbidden')}>
        <ButtonLink to="/moderation">{commonText('backHome')}</ButtonLink>
      </EmptyState>
    )
  return <SavedWords />
}

const load = () => readWords(forum)

/** The words that are saved, in their editor. */
function SavedWords() {
  return (
    <WhenLoaded
      loaded={useLoaded(load)}
      skeleton={<SkeletonLines count={8} className="words" />}
      failed={wordsText('failed')}
    >
      {(list) => <Editor loaded={list} />}
    </WhenLoaded>
  )
}

/** The changes of another admin while this one was editing. */
type News = ReturnType<typeof changesBetween>

function Editor({ loaded }: { loaded: WordList }) {
  const [base, setBase] = useState(loaded)
  const [draft, setDraft] = useState<readonly DraftWord[]>(() => draftOf(loaded))
  const [news, setNews] = useState<News | null>(null)
  const [query, setQuery] = useState('')
  const changes = changesBetween(draftOf(base), draft)
  const askBeforeLeaving = (event: BeforeUnloadEvent) => {
    event.preventDefault()
  }
  useListener(window, 'beforeunload', askBeforeLeaving, changes.length > 0)

  const save = useAction(
    () => saveOrReadNewer(forum, givenOf(draft), base.revision),
    ({ list, isSaved }) => {
      const [before, now] = [draftOf(base), draftOf(list)]
      setBase(list)
      // The merged list of both admins is shown before it is saved.
      setDraft(isSaved ? now : merge(before, draft, now))
      setNews(isSaved ? null : changesBetween(before, now))
      if (isSaved) toast.success(wordsText('saved'))
    },
  )
  const shown = draft.filter(({ pattern }) => pattern.includes(query.trim()))
  return (
    <div className="words">
      <div>
        <AddWord
          words={draft}
          onAdd={(word) => {
            setDraft([word, ...draft])
          }}
        />
        {news && (
          <div className="words-news" role="alert">
            <p>{wordsText('conflict')}</p>
            <ul>
              {news.map(({ kind, word }) => (
                <li key={word.pattern}>{wordsText(`merged.${kind}`, { pattern: word.pattern })}</li>
              ))}
            </ul>
          </div>
        )}
        {draft.length >= FIND_FROM && (
          <input
            type="search"
            className="input words-find"
            aria-label={wordsText('find', { count: draft.length })}
            placeholder={wordsText('find', { count: draft.length })}
            value={query}
            onChange={({ target }) => {
              setQuery(target.value)
            }}
          />
        )}
        {shown.length === 0 ? (
          <EmptyState
            icon={<Inbox aria-hidden />}
            title={wordsText(draft.length === 0 ? 'none' : 'noneFound')}
            text={draft.length === 0 ? wordsText('noneText') : undefined}
          />
        ) : (
          <Words
            words={shown}
            base={base}
            onChange={(before, after) => {
              setDraft(draft.flatMap((word) => (word === before ? (after ?? []) : word)))
            }}
          />
        )}
        <div className="words-foot">
          {changes.length > 0 && (
            <>
              <span className="words-changes">{wordsText('changes', { count: changes.length })}</span>
              <Button
                onClick={() => {
                  setDraft(draftOf(base))
                  setNews(null)
                }}
              >
                {wordsText('discard')}
              </Button>
            </>
          )}
          <Button tone="go" busy={save.isBusy} disabled={changes.length === 0} onClick={save.run}>
            {commonText('save')}
          </Button>
        </div>
        <p className="faint small">{wordsText('everywhere')}</p>
      </div>
      <Trial words={draft} />
    </div>
  )
}

function AddWord({ words, onAdd }: { words: readonly DraftWord[]; onAdd: (word: DraftWord) => void }) {
  const [word, setWord] = useState<DraftWord>({ pattern: '', action: 'flag', replacement: '' })
  const [isTried, setIsTried] = useState(false)
  const problem = isTried ? wordProblem(word.pattern, words) : null
  const add = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (wordProblem(word.pattern, words) !== null) return
    onAdd({ ...word, pattern: word.pattern.trim() })
    setWord({ ...word, pattern: '', replacement: '' })
    setIsTried(false)
  }
  return (
    <form noValidate className="words-add" onSubmit={add}>
      <input
        className="input"
        aria-label={wordsText('newWord')}
        placeholder={wordsText('newWord')}
        aria-invalid={problem === null ? undefined : true}
        value={word.pattern}
        onChange={({ target }) => {
          setIsTried(false)
          setWord({ ...word, pattern: target.value })
        }}
      />
      <ActionChoice
        word={word}
        onChange={(changed) => {
          setWord({ ...word, ...changed })
        }}
      />
      <Button type="submit" tone="go" icon={<Plus aria-hidden />}>
        {wordsText('add')}
      </Button>
      <p className="field-error" aria-live="polite">
        {problem}
      </p>
    </form>
  )
}

function Words({
  words,
  base,
  onChange,
}: {
  words: readonly DraftWord[]
  base: WordList
  /** Replaces a word; null removes it. */
  onChange: (before: DraftWord, after: DraftWord | null) => void
}) {
  const [editing, setEditing] = useState<string | null>(null)
  const saved = new Map(base.words.map((word) => [wordKey(word.pattern), word]))
  return (
    <table className="words-table">
      <thead>
        <tr>
          <th>{wordsText('pattern')}</th>
          <th>{wordsText('action')}</th>
          <th>{wordsText('replacement')}</th>
          <th className="words-number">{wordsText('hits', { days: WORD_HIT_DAYS })}</th>
          <th>{wordsText('added')}</th>
          <th>
            <span className="visually-hidden">{wordsText('acts')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {words.map((word) => {
          const { pattern, action, replacement } = word
          const savedWord = saved.get(wordKey(pattern))
          const isSaved = savedWord?.action === action && savedWord.replacement === replacement
          return (
            <tr key={wordKey(pattern)} data-new={!isSaved}>
              <td>
                <b>{pattern}</b>
              </td>
              {editing === pattern ? (
                <td colSpan={4}>
                  <div className="words-edit">
                    <ActionChoice
                      word={word}
                      onChange={(changed) => {
                        onChange(word, { ...word, ...changed })
                      }}
                    />
                    <Button
                      size="small"
                      onClick={() => {
                        setEditing(null)
                      }}
                    >
                      {wordsText('done')}
                    </Button>
                  </div>
                </td>
              ) : (
                <>
                  <td className={`word-${action}`}>
                    <i className="dot" aria-hidden /> {wordsText(`actions.${action}`)}
                  </td>
                  <td>{action === 'replace' && (replacement || '***')}</td>
                  <td className="words-number num">{savedWord?.hits ?? 0}</td>
                  <td className="faint small">
                    {savedWord && isSaved
                      ? `${isolated(savedWord.addedBy.displayName)} · ${localDate(savedWord.addedAt)}`
                      : wordsText('unsaved')}
                  </td>
                </>
              )}
              <td className="words-acts">
                <IconButton
                  label={wordsText('edit', { pattern })}
                  aria-expanded={editing === pattern}
                  onClick={() => {
                    setEditing(editing === pattern ? null : pattern)
                  }}
                >
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton
                  label={wordsText('remove', { pattern })}
                  onClick={() => {
                    onChange(word, null)
                  }}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
