import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { pathOnThisSite } from '../../lib/site-path'
import { beginsWithQuoteOf, Markup, WebLink } from './Markup'

const show = (source: string, quoteShownFor?: string) =>
  render(
    <MemoryRouter>
      <Markup source={source} quoteShownFor={quoteShownFor} />
    </MemoryRouter>,
  ).container

describe('markup', () => {
  afterEach(cleanup)

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
    expect(show(source, '小李').textContent).toBe('这条最稳')
    cleanup()
    expect(show(source, '老王').textContent).toContain('三、外派')
    expect(beginsWithQuoteOf(source, '小李')).toBe(true)
    expect(beginsWithQuoteOf(`好\n${source}`, '小李')).toBe(false)
  })
})
