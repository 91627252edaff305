import { type GivenWord, type Word } from '@forum/shared/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { forum } from '../../store'
import { changesBetween, merge } from './word-list'
import { WordsScreen } from './WordsScreen'

interface Options {
  body: { words: GivenWord[]; revision: number; text: string }
}
const calls = vi.mocked(call as (name: string, options?: Options) => Promise<unknown>)
const callsOf = (name: string) =>
  calls.mock.calls.filter(([called]) => called === name).flatMap(([, options]) => options?.body ?? [])

const admin = { id: 1, username: 'zongguan', displayName: '站长', avatar: null, role: 'admin' as const }
const aWord = (pattern: string, given: Partial<Word> = {}): Word => ({
  pattern,
  action: 'block',
  replacement: '',
  hits: 39,
  addedBy: admin,
  addedAt: '2026-11-20T09:30:00.000Z',
  ...given,
})

/** The list as the server has it. */
let stored: { words: Word[]; revision: number }

function respond(name: string, options?: Options): unknown {
  if (!options) return stored
  const { body } = options
  if (name === 'testWords') {
    const at = body.text.indexOf('現金換匯')
    const matches = at < 0 ? [] : [{ pattern: '现金换汇', action: 'block', from: at, to: at + 4 }]
    return { text: body.text, matches }
  }
  if (body.revision !== stored.revision) throw new ApiError(409, 'CONFLICT', '')
  const words = body.words.map(({ pattern, action, replacement = '' }) =>
    aWord(pattern, { action, replacement }),
  )
  return (stored = { words, revision: stored.revision + 1 })
}

beforeEach(() => {
  resetPage()
  signIn(forum, aMember({ id: 1, role: 'admin' }))
  stored = {
    words: [aWord('现金换汇'), aWord('傻逼', { action: 'replace', replacement: '**' })],
    revision: 3,
  }
  calls.mockReset()
  calls.mockImplementation((name, options) => new Promise((resolve) => resolve(respond(name, options))))
})

const show = () => renderAt('/moderation/words', <WordsScreen />)
const patterns = () =>
  screen.getAllByRole('button', { name: /^改「/ }).map((button) => button.getAttribute('aria-label'))
const add = async (pattern: string) => {
  fireEvent.change(await screen.findByRole('textbox', { name: '要过滤的词语' }), {
    target: { value: pattern },
  })
  fireEvent.click(screen.getByRole('button', { name: '添加' }))
}
const save = () => {
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
}

it('adds a word to the draft, which is saved as a whole with the revision it is based on', async () => {
  show()
  await add('薇信')
  expect(screen.getByText('1 处改动没有保存')).toBeDefined()
  save()
  await waitFor(() => {
    expect(screen.queryByText('1 处改动没有保存')).toBeNull()
  })
  expect(callsOf('setWords')).toEqual([
    {
      words: [
        { pattern: '薇信', action: 'flag' },
        { pattern: '现金换汇', action: 'block' },
        { pattern: '傻逼', action: 'replace', replacement: '**' },
      ],
      revision: 3,
    },
  ])
})

it('refuses words that are too short or known in another spelling', async () => {
  show()
  await add('汇')
  expect(screen.getByText('太短，会误伤')).toBeDefined()
  await add('現 金 換 匯')
  expect(screen.getByText('已经有这一条')).toBeDefined()
  expect(patterns()).toEqual(['改「现金换汇」', '改「傻逼」'])
})

it('merges the list of another admin into the draft, which is saved only after another press', async () => {
  show()
  await add('薇信')
  fireEvent.click(screen.getByRole('button', { name: '删掉「傻逼」' }))
  stored = { words: [...stored.words, aWord('办证')], revision: 4 }
  save()
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('对方加了「办证」')).toBeDefined()
  expect(patterns()).toEqual(['改「现金换汇」', '改「办证」', '改「薇信」'])
  expect(stored.revision).toBe(4)
  save()
  await waitFor(() => {
    expect(stored.words.map(({ pattern }) => pattern)).toEqual(['现金换汇', '办证', '薇信'])
  })
})

it('tries a text with the draft and marks what is found in it', async () => {
  show()
  await add('薇信')
  const box = screen.getByRole('textbox', { name: '要试的文字' })
  fireEvent.change(box, { target: { value: '可以現金換匯，不走银行' } })
  expect((await screen.findByRole('status')).textContent).toBe('拦截：发不出去')
  expect(document.querySelector('mark')?.textContent).toBe('現金換匯')
  expect(callsOf('testWords')[0]?.words[0]).toEqual({ pattern: '薇信', action: 'flag' })
})

it('is for admins', () => {
  signIn(forum, aMember({ id: 1, role: 'moderator' }))
  show()
  expect(screen.getByText('只有管理员可以改词语过滤')).toBeDefined()
  expect(calls).not.toHaveBeenCalled()
})

it('keeps both changes of two lists, and the draft where both changed a word', () => {
  const word = (pattern: string, action: 'block' | 'flag' = 'block') => ({ pattern, action, replacement: '' })
  const base = [word('甲甲'), word('乙乙'), word('丙丙')]
  const draft = [word('甲甲', 'flag'), word('丙丙'), word('丁丁')]
  const newer = [word('甲甲'), word('乙乙'), word('戊戊')]
  expect(merge(base, draft, newer)).toEqual([word('甲甲', 'flag'), word('戊戊'), word('丁丁')])
  expect(changesBetween(base, newer)).toEqual([
    { kind: 'added', word: word('戊戊') },
    { kind: 'removed', word: word('丙丙') },
  ])
})
