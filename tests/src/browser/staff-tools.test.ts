import { afterAll, beforeAll, expect, it } from 'vitest'
import { Authenticator } from '../fixtures/authenticator'
import { patiently } from '../fixtures/browser'
import { PASSWORD, type Community } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

let forum: VisitedForum
let community: Community

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
})
afterAll(() => forum?.stop())

it('sets up a second factor with its key or its picture, and signs in with a code of the app', async () => {
  const member = await community.register('liangbuyanzheng', '两步验证的人')
  const { context, page } = await forum.open(member)
  await page.goto('/profile?tab=account')
  await page.getByRole('button', { name: '开启两步验证' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: '下一步' }).click()
  await dialog.getByRole('img', { name: '密钥的二维码' }).waitFor()
  const app = new Authenticator((await dialog.locator('.second-factor-key').innerText()).replaceAll(' ', ''))
  await dialog.getByLabel('应用上显示的六位数字').fill(app.codeAt(new Date()))
  await dialog.getByRole('button', { name: '确认开启' }).click()
  const codes = dialog.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await codes.first().waitFor()
  const [recovery] = await codes.allInnerTexts()
  await dialog.getByRole('button', { name: '我已保存' }).click()
  await page.getByText('已开启').waitFor()
  await context.close()

  // The code that turned it on is spent; one of the next half minute is taken as well.
  const signIn = async (code: string) => {
    const visitor = await forum.open(null)
    await visitor.page.goto('/login')
    await visitor.page.getByLabel('用户名或邮箱').fill(member.username)
    await visitor.page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await visitor.page.getByRole('button', { name: '登录', exact: true }).click()
    const asked = visitor.page.getByRole('dialog', { name: '输入验证码' })
    await asked.getByLabel('验证码或恢复码').fill(code)
    await asked.getByRole('button', { name: '登录' }).click()
    await expect
      .poll(() => visitor.page.evaluate(() => localStorage.getItem('token')), patiently)
      .not.toBeNull()
    await visitor.context.close()
  }
  await signIn(app.codeAt(new Date(Date.now() + 30_000)))
  await signIn(recovery ?? '')
})

it('previews, begins and takes back the removal of everything that a member wrote', async () => {
  const admin = await community.signIn('zongguan')
  const spammer = await community.register('quanbuqingchu', '全部清除的人')
  const reader = await community.register('qingchuduzhe', '清除的读者')
  const spamThreadId = await community.startThread(spammer, '特价机票要清除')
  await community.reply(reader, spamThreadId, '别信')
  const threadId = await community.startThread(reader, '正常的主题在此')
  const spam = await community.reply(spammer, threadId, '联系我买机票')
  const isDeleted = async () =>
    (await community.call<{ post: { isDeleted: boolean } }>('GET', `/posts/${spam.id}`, reader)).post
      .isDeleted

  const { context, page } = await forum.open(admin)
  await page.goto(`/users/${spammer.id}`)
  await page.getByRole('button', { name: '管理', exact: true }).click()
  await page.getByRole('menuitem', { name: '处罚与记录' }).click()
  await page.getByRole('button', { name: '删除此人全部内容…' }).click()
  const dialog = page.getByRole('dialog', { name: '删除 全部清除的人 的全部内容' })
  await dialog.getByText('主题里有别人的 1 条回复，会一起看不到。').waitFor()
  await dialog.getByRole('button', { name: '垃圾广告' }).click()
  await dialog.getByRole('button', { name: '删除 2 条并封禁' }).click()
  await dialog.getByText('已删除 1 个主题、1 条回复。').waitFor()
  expect(await isDeleted()).toBe(true)
  await dialog.getByRole('button', { name: '撤销这次删除' }).click()
  await dialog.getByText(/^已恢复/).waitFor()
  expect(await isDeleted()).toBe(false)
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  // The drawer is where it was, and its record follows.
  await page.getByText('撤销清除').waitFor()
  await context.close()
})
