import { expect, test } from 'vitest'
import { keptRequest } from './kept-requests.ts'

const ORIGIN = 'https://sextant.example'
const BUILD = {
  files: ['/theme.js', '/favicon.svg'],
  serverPaths: ['trpc', 'identity', 'files', 'meta', 'redirects/spRedirect'],
}

const kept = (path: string, { mode = 'cors', method = 'GET' } = {}) =>
  keptRequest({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN, BUILD)

test.each([
  ['/assets/index-a1b2.js', 'asset'],
  ['/theme.js', 'asset'],
  ['/other.js', null],
  ['/trpc/profitAndLoss.getData?input=%7B%7D', null],
  ['/identity/', null],
  ['/meta', null],
  ['/app-config.json', null],
  ['/3fa8/profitAndLoss/transaction', null],
  ['https://other.example/assets/index.js', null],
])('the page asks for %s: %s', (path, answer) => expect(kept(path)).toBe(answer))

test.each([
  ['/', 'page'],
  ['/auth/logIn', 'page'],
  ['/3fa8/profitAndLoss/transaction?startDate=2026-01-01', 'page'],
  ['/metadata', 'page'],
  ['/files/imports/7/original?ticket=x', null],
  ['/files', null],
  ['/trpc/session.getUser', null],
  ['/redirects?mode=sp', 'page'],
  ['/redirects/spRedirect?state=x', null],
  ['/third-party-licenses.txt', null],
  ['/app-config.json', null],
  ['/assets/index-a1b2.js', null],
])('somebody goes to %s: %s', (path, answer) => expect(kept(path, { mode: 'navigate' })).toBe(answer))

test('what is sent passes', () => {
  expect(kept('/assets/index-a1b2.js', { method: 'POST' })).toBeNull()
  expect(kept('/auth/logIn', { method: 'POST', mode: 'navigate' })).toBeNull()
})
