import { expect, it } from 'vitest'
import { oidcProvidersOf } from './oidc-providers'

const given = (...list: object[]) => oidcProvidersOf(JSON.stringify(list))

it('knows the issuer and the name of well-known providers', () => {
  expect(given({ id: 'google', client: 'a', secret: 'b' })).toEqual([
    { id: 'google', name: 'Google', issuer: 'https://accounts.google.com', clientId: 'a', clientSecret: 'b' },
  ])
})

it('knows the protocols of GitHub and WeChat', () => {
  const keys = { client: 'a', secret: 'b' }
  expect(given({ id: 'github', ...keys }, { id: 'wechat', ...keys })).toMatchObject([
    { kind: 'github', name: 'GitHub', issuer: 'https://github.com' },
    { kind: 'wechat', name: '微信', issuer: 'https://open.weixin.qq.com' },
  ])
  const issuer = 'https://github.example/'
  expect(given({ id: 'github', issuer, ...keys })).toMatchObject([
    { kind: 'github', issuer: 'https://github.example' },
  ])
})

it('takes any other provider with its issuer and its name', () => {
  const club = { id: 'club', name: '俱乐部', issuer: 'https://id.example.org', client: 'a', secret: 'b' }
  expect(given(club)).toMatchObject([{ id: 'club', name: '俱乐部', issuer: 'https://id.example.org' }])
  expect(given({ ...club, issuer: undefined })).toBeNull()
})

it.each([
  ['no list', '{}'],
  ['no JSON', 'google'],
  ['a provider without a secret', '[{"id":"google","client":"a"}]'],
  ['an id that is no part of an address', '[{"id":"a/b","client":"a","secret":"b"}]'],
  ['two of one id', '[{"id":"google","client":"a","secret":"b"},{"id":"google","client":"c","secret":"d"}]'],
])('refuses %s', (_what, json) => {
  expect(oidcProvidersOf(json)).toBeNull()
})
