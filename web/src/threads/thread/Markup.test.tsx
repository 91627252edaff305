import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { forum } from '../../store'
import { signIn } from '../../testing/forum'
import { type PostEntity, threadCopySlice } from '../../state/thread-copy'
import { pathOnThisSite } from '../../lib/site-path'
import { quotesInText } from './answered-quotes'
import { Markup, WebLink } from './Markup'
import { type AnsweredPost } from './Quote'

const show = (source: string, answers: AnsweredPost | null = null) =>
  render(
    <MemoryRouter>
      <Markup source={source} answers={answers} omitsAnswer={answers !== null} />
    </MemoryRouter>,
  ).container

const member = (id: number, displayName: string) =>
  ({ id, username: `member${id}`, displayName, avatar: null, role: 'user' }) as const

/** Adds a post by member 4 to the store. */
const know = (id: number, post: Partial<PostEntity>) => {
  forum.update((write) => {
    write(threadCopySlice).posts[id] = {
      id,
      threadId: 1,
      number: 2,
      content: '原话',
      isDeleted: false,
      author: member(4, '改名的人'),
      ...post,
    } as PostEntity
  })
}

describe('markup', () => {
  afterEach(cleanup)

  it('renders tables that scroll, captions, tasks and the language of code', () => {
    const page = show(
      '[table][tr][th]甲[/th][/tr][tr][td]乙[/td][/tr][/table][list][*][task=x]好[/list][code=ts]\nx\n[/code][figure][img]https://a.example/b.png[/img]图一[/figure]',
    )
    expect(page.querySelector('.table-box > table > thead > tr > th[scope=col]')?.textContent).toBe('甲')
    expect(page.querySelector('tbody td')?.textContent).toBe('乙')
    expect(screen.getByRole('img', { name: '已完成' }).textContent).toBe('☑')
    expect(page.querySelector('pre[data-language=ts] > code')?.textContent).toBe('x')
    expect(page.querySelector('figure > figcaption')?.textContent).toBe('图一')
  })

  it('gives ids to the headings at the top level alone', () => {
    const { container } = render(
      <MemoryRouter>
        <Markup source="[h2]一[/h2][quote][h2]引[/h2][/quote][h3]二[/h3]" anchor="post-5" />
      </MemoryRouter>,
    )
    const ids = [...container.querySelectorAll('h2, h3')].map((heading) => [heading.textContent, heading.id])
    expect(ids).toEqual([
      ['一', 'post-5-1'],
      ['引', ''],
      ['二', 'post-5-2'],
    ])
  })

  it.each([
    '[url]javascript:alert(1)[/url]',
    '[url=javascript:alert(1)]点我[/url]',
    '[url= JavaScript:alert(1)]点我[/url]',
    '[url=data:text/html,<script>alert(1)</script>]点我[/url]',
    '[img]javascript:alert(1)[/img]',
    '[gif]data:image/svg+xml,<svg onload=alert(1)>[/gif]',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[url=https://a.example" onclick="alert(1)]x[/url]',
    '[quote="<img src=x onerror=alert(1)>"]x[/quote]',
  ])('renders %s harmlessly', (source) => {
    const page = show(source)
    for (const element of page.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/)
        if (name === 'href' || name === 'src') expect(value).toMatch(/^(https?:\/\/|\/)/)
      }
    }
    expect(page.querySelector('script, img[onerror], svg')).toBeNull()
  })

  it('marks a link as user content and opens it in a new tab', () => {
    const link = show('看 https://www.uscis.gov/abc 吧').querySelector('a')
    expect(link?.getAttribute('rel')).toBe('nofollow ugc noopener')
    expect(link?.getAttribute('href')).toBe('https://www.uscis.gov/abc')
    expect(link?.getAttribute('target')).toBe('_blank')
  })

  it('stays in the page for a link to this site, but not for one to its files', () => {
    const inside = show(`[url=${location.origin}/threads/5#post-7]那一楼[/url]`).querySelector('a')
    expect(inside?.getAttribute('href')).toBe('/threads/5#post-7')
    expect(inside?.getAttribute('target')).toBeNull()
    cleanup()
    const file = show(`[url=${location.origin}/api/uploads/a.html]文件[/url]`).querySelector('a')
    expect(file?.getAttribute('target')).toBe('_blank')
  })

  it.each([
    ['https://{host}//evil.example', false],
    ['https://{host}///evil.example', false],
    ['https://{host}/\\evil.example', false],
    ['https://{host}/\t/evil.example', false],
    ['https://{host}/\n/evil.example', false],
    ['https://{host}/.//evil.example', false],
    ['https://{host}/a/..//evil.example', false],
    ['https://{host}:81/threads/5', false],
    ['https://user@{host}//evil.example', false],
    ['https://{host}/threads//5', true],
    ['https://{host}/boards/3?page=2', true],
  ])('keeps %j in the page: %s', (template, isInside) => {
    const url = template.replace('https://{host}', location.origin).replace('{host}', location.host)
    const { container } = render(
      <MemoryRouter>
        <WebLink url={url}>链接</WebLink>
      </MemoryRouter>,
    )
    const link = container.querySelector('a')
    const href = link?.getAttribute('href') ?? ''
    expect(link?.getAttribute('target') === null).toBe(isInside)
    // The router follows only the path of an internal link, so the path alone must lead to this site.
    if (isInside) expect(new URL(href, location.origin).origin).toBe(location.origin)
  })

  it.each([
    '//evil.example',
    '/\\evil',
    '/\t/evil',
    'https://evil.example/',
    'javascript:alert(1)',
    'https://[',
  ])('treats %j as no path of this site', (address) => {
    expect(pathOnThisSite(address)).toBeNull()
  })

  it('loads a picture lazily and without a referrer', () => {
    const image = show('[img]https://a.example/b.png[/img]').querySelector('img')
    expect(image?.getAttribute('loading')).toBe('lazy')
    expect(image?.getAttribute('referrerpolicy')).toBe('no-referrer')
  })

  it('says when a picture cannot be shown', () => {
    const page = show('[gif]https://a.example/b.gif[/gif]')
    fireEvent.error(page.querySelector('img')!)
    expect(page.textContent).toContain('图片无法显示')
  })

  it('loads a player only on request, in a sandbox, and one at a time', () => {
    const page = show(
      'https://www.bilibili.com/video/BV1xx411c7mD\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ',
    )
    expect(page.querySelector('iframe')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '播放视频（哔哩哔哩）' }))
    const frame = page.querySelector('iframe')
    expect(frame?.getAttribute('src')).toMatch(/^https:\/\/player\.bilibili\.com\/.*autoplay=0/)
    expect(frame?.getAttribute('sandbox')).not.toContain('allow-top-navigation')
    expect(frame?.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin')
    fireEvent.click(screen.getByRole('button', { name: '播放视频（YouTube）' }))
    expect([...page.querySelectorAll('iframe')].map((one) => new URL(one.src).host)).toEqual([
      'www.youtube-nocookie.com',
    ])
  })

  it('collapses quotes deeper than five, and shows the others', () => {
    const page = show('[quote]'.repeat(12) + '最里面' + '[/quote]'.repeat(12))
    expect(page.querySelectorAll('details')).toHaveLength(1)
    expect(page.querySelectorAll('blockquote')).toHaveLength(6)
    expect(page.textContent).toContain('最里面')
  })

  it('hides a spoiler until it is opened', () => {
    const page = show('[spoiler]凶手是他[/spoiler]')
    expect(page.querySelector('details')?.open).toBe(false)
  })

  it('starts paragraphs at empty lines and breaks at line ends', () => {
    const page = show('一\n二\n\n三')
    expect([...page.querySelectorAll('p')].map((p) => p.innerHTML)).toEqual(['一<br>二', '三'])
  })

  it('links a mention to its member, and leaves an unknown name as text', () => {
    const { container } = render(
      <MemoryRouter>
        <Markup source="@LaoWang88 和 @nobody1" mentions={[{ id: 7, username: 'laowang88' }]} />
      </MemoryRouter>,
    )
    const links = [...container.querySelectorAll('a')]
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['@LaoWang88', '/users/7'],
    ])
    expect(container.textContent).toBe('@LaoWang88 和 @nobody1')
  })

  it('omits a quote that is already shown above, and no other', () => {
    const source = '[quote="小李"]三、外派[/quote]\n这条最稳'
    const by = (displayName: string, id = 5) =>
      ({ id, number: 2, author: member(4, displayName), content: '三、外派', isDeleted: false }) as const
    know(5, {})
    expect(show(source, by('小李')).textContent).toBe('这条最稳')
    cleanup()
    // The only quote is of the answered post, whose author has another name by now.
    expect(show(source, by('老王')).textContent).toBe('这条最稳')
    cleanup()
    expect(show(`${source}[quote="老王"]二[/quote]`, by('老王')).textContent).toContain('三、外派')
    cleanup()
    know(6, {})
    const named = source.replace('"小李"', '"小李" post=6')
    expect(show(named, by('小李')).textContent).toContain('三、外派')
    cleanup()
    expect(show(named, by('小李', 6)).textContent).toBe('这条最稳')
    expect(quotesInText(named, by('小李', 6))).toBe(false)
    expect(quotesInText(named.replace('三', '四'), by('小李', 6))).toBe(true)
  })

  it('shows a quote of a post with its author and state, whatever name is written', () => {
    know(7, {})
    const source = '[quote="旧名" post=7]原话[/quote]'
    expect(show(source).textContent).toContain('改名的人')
    cleanup()
    know(7, { isDeleted: true })
    expect(show(source).textContent).toMatch(/改名的人.*原帖已删除/)
    cleanup()
    // As a page gets it that was loaded while the post was deleted.
    know(7, { content: '[b]原话[/b]' })
    expect(show('[quote="改名的人" post=7][/quote]').textContent).toContain('原话')
  })

  it('hides quotes of a blocked author, by any name, and none of a namesake', () => {
    know(8, {})
    know(9, { author: member(5, '改名的人') as PostEntity['author'] })
    const blocked = { ...member(4, '改名的人'), moderatedBoardIds: [] }
    signIn(forum, { ...member(1, '我'), blocked: [blocked] } as never)
    expect(show('[quote="谁" post=8]原话[/quote]').textContent).not.toContain('原话')
    cleanup()
    expect(show('[quote="改名的人" post=9]原话[/quote]').textContent).toContain('原话')
    cleanup()
    const answers = {
      id: 8,
      number: 2,
      author: member(4, '改名的人'),
      content: '',
      isDeleted: false,
    } as const
    expect(show('前面[quote="改名的人"]原话[/quote]', answers).textContent).not.toContain('原话')
  })
})
