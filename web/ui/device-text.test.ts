import { expect, test } from 'vitest'
import { deviceText } from './device-text.ts'

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0',
    'Firefox on macOS',
  ],
  ['Linux x86 Linux Not:A-Brand/8.0.0.0;Chromium/131.0.6778.85', 'Chromium on Linux'],
  [
    'Windows 15.0.0 x86 Windows Not_A Brand/24.0.0.0;Chromium/131.0.0.0;Google Chrome/131.0.0.0',
    'Chrome on Windows',
  ],
  ['macOS 14.1 arm macOS Microsoft Edge/131.0.0.0;Chromium/131.0.0.0', 'Edge on macOS'],
  ['Work laptop', 'Work laptop'],
  ['Chrome/1', 'Chrome/1'],
  [undefined, 'Unnamed device'],
])('%s is %s', (name, text) => {
  expect(deviceText(name)).toBe(text)
})
