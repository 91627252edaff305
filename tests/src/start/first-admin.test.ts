import { createFirstAdmin, FirstAdminError } from '@forum/infra'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN } from '../fixtures/community'
import { startTestForum, type TestForum } from '../fixtures/forum'

const admin = {
  username: ADMIN.ADMIN_USERNAME,
  password: ADMIN.ADMIN_PASSWORD,
  email: ADMIN.ADMIN_EMAIL,
}

describe('the first admin', () => {
  let forum: TestForum
  beforeEach(async () => {
    forum = await startTestForum({ boards: false })
  })
  afterEach(() => forum.stop())

  const admins = () => forum.api.db.members.countDocuments({ role: 'admin' })

  it('creates the first admin once when processes start at the same time', async () => {
    const second = await startTestForum({ uri: forum.uri, boards: false })
    const created = await Promise.all(
      [forum, second, forum, second].map(({ api }) => createFirstAdmin(api, admin)),
    )
    expect(created.filter(Boolean)).toHaveLength(1)
    expect(await admins()).toBe(1)
    await second.stop()
  })

  it('creates no first admin if there is another admin', async () => {
    await forum.member('guanliren', 'admin')
    expect(await createFirstAdmin(forum.api, admin)).toBe(false)
    expect(await admins()).toBe(1)
  })

  it('refuses a first admin with the name of a member', async () => {
    await forum.member(admin.username)
    await expect(createFirstAdmin(forum.api, admin)).rejects.toThrow(FirstAdminError)
    expect(await admins()).toBe(0)
  })
})
