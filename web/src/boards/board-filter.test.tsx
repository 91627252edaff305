import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { forum } from '../store'
import { aBoard, aThread } from '../testing/boards'
import { resetPage, signIn } from '../testing/forum'
import { renderAt } from '../testing/render'
import { applyBoards } from '../state/board-copy'
import { BoardFilter } from './BoardFilter'
import { ALL_THREADS, marksIn, queryOfMarks } from './board-marks'
import { ThreadEntry } from './ThreadEntry'

const types = [
  { key: 'guide', name: '指南', color: '#2a5db0' },
  { key: 'help', name: '求助', color: null },
]

beforeEach(() => {
  resetPage()
  signIn(forum, null)
})

const show = (board: Parameters<typeof aBoard>[0], hasQuestions: boolean, marks = ALL_THREADS) => {
  renderAt(
    '/boards/3',
    <BoardFilter
      board={aBoard(board)}
      marks={marks}
      hasQuestions={hasQuestions}
      hrefFor={(to) => `/boards/3?${new URLSearchParams(queryOfMarks(to)).toString()}`}
    />,
  )
  return screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
}

it('offers the types of a board, and questions where there are any', () => {
  expect(show({ id: 3 }, false)).toEqual([])
  expect(show({ id: 3, types }, true)).toEqual([
    ['全部', '/boards/3'],
    ['指南', '/boards/3?type=guide'],
    ['求助', '/boards/3?type=help'],
    ['待解答', '/boards/3?solved=false'],
    ['已解决', '/boards/3?solved=true'],
  ])
})

it('says which one is chosen', () => {
  show({ id: 3, types }, false, marksIn(new URLSearchParams('type=help')))
  expect(screen.getByRole('link', { current: true }).textContent).toBe('求助')
})

it('marks the type of a row, and whether a question is solved', () => {
  forum.update((write) => {
    applyBoards(write, [aBoard({ id: 3, types })], {})
  })
  const rows = [
    aThread({ id: 1, boardId: 3, type: 'help', isQuestion: true, answerId: 9 }),
    aThread({ id: 2, boardId: 3, isQuestion: true, answerId: null }),
    aThread({ id: 3, boardId: 3, type: 'gone' }),
  ]
  renderAt(
    '/',
    <ul>
      {rows.map((thread) => (
        <ThreadEntry key={thread.id} thread={thread} meta={null} />
      ))}
    </ul>,
  )
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts[0]).toContain('［求助］主题1已解决')
  expect(texts[1]).toContain('主题2待解答')
  expect(texts[2]).not.toMatch(/［|解/)
})
