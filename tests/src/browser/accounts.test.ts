import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLive, patiently } from '../fixtures/browser'
import { PASSWORD, type Community, type Person } from '../fixtures/community'
import { visitForum, type VisitedForum } from '../fixtures/visited'

const NEW_PASSWORD = 'Changed#Horse8'

let forum: VisitedForum
let community: Community
let admin: Person

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  admin = await community.signIn('zongguan')
})
afterAll(() => forum?.stop())

const pathOf = (page: Page) => new URL(page.url()).pathname

/** A challenge of `createChallenge`, solved by the 120th try; the forum of these tests gives none. */
const CHALLENGE = {
  parameters: {
    algorithm: 'SHA-256',
    cost: 50,
    data: { place: 'here' },
    expiresAt: 1_800_000_000,
    keyLength: 32,
    keyPrefix: '7760099729c96f7098fd74b471a4b9fd',
    keySignature: '8046a201db8bee55a640e00a51064edec9e422526c314c3dc79fb33995f84613',
    nonce: '591ba555f0d2c4cb16aa540c87d7cfe2',
    salt: 'a19a21f87e9c1bf81770d92fcf046fa1',
  },
  signature: '670722b67ce7876caa3a9670eda543309226dd20fbf5ba5ddc2958b54c0b239d',
}

it('does the proof of work that a site asks for while the form is filled in, and sends it', async () => {
  const { page, context, troubles } = await forum.open()
  await page.route('**/api/auth/registration', (route) =>
    route.fulfill({ json: { registration: 'open', challenge: CHALLENGE, question: null } }),
  )
  await page.goto('/register')
  await page.getByRole('dialog', { name: '服务条款' }).getByRole('button', { name: '同意并继续' }).click()
  await page.getByRole('dialog', { name: '隐私政策' }).getByRole('button', { name: '同意并继续' }).click()
  const form = page.getByRole('main').locator('form')
  await form.getByRole('button', { name: '我不是机器' }).waitFor()
  await form.getByLabel('用户名').fill('suantiren')
  await form.getByLabel('邮箱').fill('suantiren@example.com')
  await form.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await form.getByLabel('确认密码').fill(PASSWORD)
  await form.getByText('十分钟内有效').waitFor()
  const sent = page.waitForRequest('**/api/auth/register')
  await form.getByRole('button', { name: '注册', exact: true }).click()
  const { challenge } = (await sent).postDataJSON() as { challenge: string }
  const solved: unknown = JSON.parse(Buffer.from(challenge, 'base64').toString())
  expect(solved).toMatchObject({ challenge: CHALLENGE, solution: { counter: 120 } })
  await page.waitForURL(`${community.url}/`)
  expect(troubles).toEqual([])
  await context.close()
})

it('adds a passkey to the account, signs in with it, and does so no longer once it is removed', async () => {
  const member = await community.register('yaoshiren')
  // Browsers keep passkeys for names, not for addresses.
  const here = community.url.replace('127.0.0.1', 'localhost')
  const { page, context } = await forum.open(member)
  const devices = await context.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${here}/login`)
  await page.evaluate((token) => {
    localStorage.setItem('token', token)
  }, member.token)
  await page.goto(`${here}/profile?tab=account`)
  await page.getByRole('button', { name: '加一个' }).click()
  await page.getByText('已加上通行密钥').waitFor()
  const list = page.getByRole('list', { name: '通行密钥' })
  await list.getByRole('button', { name: /^改名/ }).click()
  await page.getByRole('dialog').getByLabel('名字').fill('这台电脑')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await list.getByText('这台电脑').waitFor()

  const signIn = async () => {
    await page.evaluate(() => {
      localStorage.removeItem('token')
    })
    await page.goto(`${here}/login`)
    await page.getByRole('main').getByRole('button', { name: '用通行密钥登录' }).click()
  }
  await signIn()
  await page.waitForURL(`${here}/`)
  await page.goto(`${here}/profile?tab=account`)
  await list.getByText('这台电脑').waitFor()
  await list.getByText(/刚刚|分钟前/).waitFor()
  await list.getByRole('button', { name: /^移除/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
  await page.getByText('还没有通行密钥').waitFor()
  await signIn()
  await page.getByText('通行密钥登录失败').waitFor()
  await context.close()
})

describe('an own account', () => {
  it('edits the profile, crops a picture, and shows both on the public page', async () => {
    const member = await community.register('zhanghaoyi')
    const { page, context, troubles } = await forum.open(member)
    await page.goto('/profile')
    await page.getByRole('button', { name: '编辑资料' }).click()
    await page.getByLabel('昵称').fill('管理员')
    await page.getByRole('button', { name: '保存修改' }).click()
    await page.getByText('昵称不能与管理人员的名字相近').waitFor()
    await page.getByLabel('昵称').fill('长'.repeat(101))
    await page.getByLabel('签名档').fill('长'.repeat(501))
    await page.getByRole('button', { name: '保存修改' }).click()
    for (const text of ['昵称不能超过 100 字', '签名不能超过 500 字']) await page.getByText(text).waitFor()
    await page.getByLabel('昵称').fill('换了名字')
    await page.getByLabel('签名档').fill('潜水多年')
    await page.getByRole('button', { name: '保存修改' }).click()
    await page.locator('.profile-facts').getByText('换了名字').waitFor()
    await expect
      .poll(
        () => page.getByRole('button', { name: '编辑资料' }).evaluate((b) => b === document.activeElement),
        patiently,
      )
      .toBe(true)

    const files = page.locator('input[type=file]')
    await files.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await page.getByText('只支持 JPG、PNG 或 GIF 图片').waitFor()
    await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(2_097_153) })
    await page.getByText('图片不能超过 2 MB').waitFor()
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } })
    await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
    const dialog = page.getByRole('dialog', { name: '裁剪头像' })
    await dialog.getByRole('group', { name: '裁剪区域' }).focus()
    await page.keyboard.press('ArrowRight')
    await dialog.getByRole('slider', { name: '缩放' }).fill('2')
    await dialog.getByRole('button', { name: '使用这张' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const shown = page.locator('.avatar-editor img')
    await expect
      .poll(() => shown.evaluate((img) => (img as HTMLImageElement).naturalWidth), patiently)
      .toBe(200)

    await page.getByRole('heading', { name: '统计' }).waitFor()
    await page.getByRole('tab', { name: '我的动态' }).click()
    await page.getByRole('heading', { name: '最近的回复' }).waitFor()
    await page.getByRole('tab', { name: '个人资料' }).click()
    await page.getByRole('link', { name: '查看我的主页' }).click()
    await page.getByRole('heading', { level: 1, name: '换了名字' }).waitFor()
    await page.getByText('潜水多年').waitFor()
    expect(troubles).toEqual([])
    await context.close()
  })

  it('changes the password here, which ends the other session at once', async () => {
    const member = await community.register('zhanghaoer')
    const here = await forum.open(member)
    const elsewhere = await forum.open(await community.signIn('zhanghaoer'))
    await elsewhere.page.goto('/boards')
    await isLive(elsewhere.page)
    await here.page.goto('/profile?tab=account')
    const form = here.page.locator('main form')
    await form.getByLabel('当前密码').fill('Wrong#Horse9')
    await form.getByLabel('新密码', { exact: true }).fill('onlyletters')
    await form.getByLabel('确认新密码').fill('onlyletters')
    await form.getByRole('button', { name: '修改密码' }).click()
    await form.getByText('密码须同时包含大写字母、小写字母、数字和特殊符号').waitFor()
    await form.getByLabel('新密码', { exact: true }).fill(NEW_PASSWORD)
    await form.getByLabel('确认新密码').fill('Other#Horse8')
    await form.getByRole('button', { name: '修改密码' }).click()
    await form.getByText('两次输入的密码不一致').waitFor()
    await form.getByLabel('确认新密码').fill(NEW_PASSWORD)
    await form.getByRole('button', { name: '修改密码' }).click()
    await form.getByText('当前密码不正确').waitFor()
    await form.getByLabel('当前密码').fill(PASSWORD)
    await form.getByRole('button', { name: '修改密码' }).click()
    await here.page.getByText('密码修改成功').waitFor()
    await elsewhere.page.locator('form.login-form').waitFor()
    // This session continues, even after a reload.
    await here.page.reload()
    await here.page.getByRole('list', { name: '登录设备' }).getByText('本机').waitFor()
    await expect(community.signIn('zhanghaoer')).rejects.toThrow('401')
    await Promise.all([here.context.close(), elsewhere.context.close()])
  })

  it('ends another session from the list of devices at once', async () => {
    const member = await community.register('zhanghaosan')
    const other = await forum.open(await community.signIn('zhanghaosan'))
    await other.page.goto('/boards')
    await isLive(other.page)
    const { page, context } = await forum.open(member)
    await page.goto('/profile?tab=account')
    const devices = page.getByRole('list', { name: '登录设备' })
    await expect.poll(() => devices.getByRole('listitem').count(), patiently).toBeGreaterThan(1)
    await devices.getByRole('button', { name: /下线/ }).first().click()
    await other.page.locator('form.login-form').waitFor()
    await Promise.all([context.close(), other.context.close()])
  })

  it('deletes the account with its password, and leaves an anonymous page', async () => {
    const member = await community.register('zhanghaosi')
    const { page, context } = await forum.open(member)
    await page.goto('/profile?tab=account')
    // The button moves once more when the list of sessions above it has loaded.
    await page.getByText('本机').waitFor()
    await page.locator('.settings .skeleton').first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '注销账号' }).click()
    const dialog = page.getByRole('dialog', { name: '确定要注销吗？' })
    await dialog.getByRole('button', { name: '永久注销' }).click()
    await dialog.getByText('请输入当前密码').waitFor()
    await dialog.getByLabel('输入密码确认').fill(PASSWORD)
    await dialog.getByRole('button', { name: '永久注销' }).click()
    await expect.poll(() => pathOf(page), patiently).toBe('/')
    await page.locator('form.login-form').waitFor()
    await expect(community.call('GET', `/users/${member.id}`, null)).rejects.toThrow('404')
    await context.close()
  })
})

describe('the public page of a member', () => {
  it('blocks a member from the public page, where an admin bans the member at once', async () => {
    const reader = await community.register('zhuyeyi')
    const target = await community.register('zhuyeer', '被看的人')
    const { page, context } = await forum.open(reader)
    await page.goto(`/users/${target.id}`)
    await page.getByRole('button', { name: '屏蔽', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '屏蔽' }).click()
    await page.getByRole('button', { name: '取消屏蔽' }).waitFor()
    expect(await page.getByRole('button', { name: '管理', exact: true }).count()).toBe(0)
    await page.goto('/profile?tab=account')
    await page.getByRole('button', { name: '取消屏蔽 被看的人' }).click()
    await page.getByText('没有屏蔽任何人').waitFor()
    await context.close()

    const banned = await forum.open(target)
    await banned.page.goto('/boards')
    await isLive(banned.page)
    // In another tab the member is writing.
    const writing = await banned.context.newPage()
    await writing.goto(`/threads/${await community.startThread(reader, '写到一半被封', '开头')}`)
    await isLive(writing)
    const reply = writing.getByRole('textbox', { name: '快速回复' })
    await reply.fill('没来得及发的话')
    const staff = await forum.open(admin)
    await staff.page.goto(`/users/${target.id}`)
    await staff.page.getByRole('button', { name: '管理', exact: true }).click()
    await staff.page.getByRole('menuitem', { name: '处罚与记录' }).click()
    const drawer = staff.page.getByRole('dialog', { name: '被看的人' })
    await drawer.getByRole('radio', { name: '封禁' }).check()
    await drawer.getByRole('button', { name: '封禁 3 天' }).click()
    await drawer.getByText('请选择理由').waitFor()
    await drawer.getByRole('textbox', { name: '补充一句' }).fill('发广告')
    await drawer.getByRole('button', { name: '封禁 3 天' }).click()
    await staff.page.getByText('已封禁', { exact: true }).waitFor()
    // Every tab is signed out, and what was written can still be copied.
    await writing.getByRole('button', { name: '复制文字' }).waitFor()
    expect([await reply.inputValue(), await reply.isEditable()]).toEqual(['没来得及发的话', false])
    await banned.page.locator('form.login-form').waitFor()
    await banned.page.getByRole('textbox', { name: '用户名' }).fill('zhuyeer')
    await banned.page.getByRole('textbox', { name: '密码' }).fill(PASSWORD)
    await banned.page.locator('form.login-form').getByRole('button', { name: '登录' }).click()
    await banned.page.getByText(/封禁至 \d{4}-\d\d-\d\d：发广告/).waitFor()
    await Promise.all([banned.context.close(), staff.context.close()])
  })
})
