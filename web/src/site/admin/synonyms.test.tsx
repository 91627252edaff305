import { type SynonymTable } from '@forum/shared/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { forum } from '../../store'
import { SynonymsScreen } from './screens'

interface Options {
  body: { synonyms: string[][] | null; revision: number }
}
const calls = vi.mocked(call as (name: string, options?: Options) => Promise<unknown>)
const sent = () =>
  calls.mock.calls.filter(([name]) => name === 'setSynonyms').map(([, options]) => options?.body)

const DEFAULT = [
  ['绿卡', 'green card'],
  ['租房', '合租'],
]
/** The table as the server has it. */
let stored: SynonymTable

beforeEach(() => {
  resetPage()
  signIn(forum, aMember({ id: 1, role: 'admin' }))
  stored = { synonyms: DEFAULT, isDefault: true, revision: 0 }
  calls.mockReset().mockImplementation(async (_name, options) => {
    if (!options) return stored
    const { synonyms, revision } = options.body
    if (revision !== stored.revision) throw new ApiError(409, 'CONFLICT', '')
    stored = { synonyms: synonyms ?? DEFAULT, isDefault: synonyms === null, revision: revision + 1 }
    return stored
  })
})

const show = () => renderAt('/admin/synonyms', <SynonymsScreen />)
const table = () => screen.findByLabelText<HTMLTextAreaElement>('同义词表')
const write = async (text: string) => {
  fireEvent.change(await table(), { target: { value: text } })
}
const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
}

it('saves a row a line, whose words may contain spaces, with the revision on which it is based', async () => {
  show()
  expect((await table()).value).toBe('绿卡、green card\n租房、合租')
  await write('绿卡、green card\n\n 租房，合租, 找房 、')
  press('保存')
  await waitFor(async () => {
    expect((await table()).value).toBe('绿卡、green card\n租房、合租、找房')
  })
  expect(sent()).toEqual([
    {
      synonyms: [
        ['绿卡', 'green card'],
        ['租房', '合租', '找房'],
      ],
      revision: 0,
    },
  ])
})

it.each([
  ['绿卡', '“绿卡”只有一个词，一行至少两个'],
  [`绿卡、${'长'.repeat(31)}`, `“${'长'.repeat(31)}”太长，最多 30 字`],
  [Array.from({ length: 21 }, (_, n) => `词${n}`).join('、'), /太多词，一行最多 20 个/],
])('refuses the row %s beside the table, and sends nothing', async (row, problem) => {
  show()
  await write(`租房、合租\n${row}`)
  press('保存')
  expect(await screen.findByText(problem)).toBeDefined()
  expect(sent()).toEqual([])
})

it('keeps what was typed when another admin was faster, says what they changed, and saves on another press', async () => {
  show()
  await write('落签、没抽中')
  stored = {
    synonyms: [
      ['租房', '合租'],
      ['搬家', '迁居'],
    ],
    isDefault: false,
    revision: 4,
  }
  press('保存')
  const alert = within(await screen.findByText(/^别的管理员刚刚改过/).then((text) => text.parentElement!))
  expect(alert.getByText('对方加了：搬家、迁居')).toBeDefined()
  expect(alert.getByText('对方删了：绿卡、green card')).toBeDefined()
  expect((await table()).value).toBe('落签、没抽中')
  expect(stored.revision).toBe(4)
  press('保存')
  await waitFor(() => {
    expect(stored).toEqual({ synonyms: [['落签', '没抽中']], isDefault: false, revision: 5 })
  })
  await waitFor(() => {
    expect(screen.queryByText(/^别的管理员刚刚改过/)).toBeNull()
  })
})

it('returns to the default after a question', async () => {
  stored = { synonyms: [['落签', '没抽中']], isDefault: false, revision: 2 }
  show()
  await table()
  press('恢复默认')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(sent()).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: '恢复默认' }))
  await waitFor(async () => {
    expect((await table()).value).toBe('绿卡、green card\n租房、合租')
  })
  expect(sent()).toEqual([{ synonyms: null, revision: 2 }])
})
