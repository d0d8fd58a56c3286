import { expect, test } from 'vitest'
import { isPlainName, plainName } from './names.ts'

test.each([
  'Acme Outdoor',
  'Zoë & Söhne GmbH & Co. KG',
  'U.S. Polo',
  'Nr. 4',
  'St. John',
  'Müller, Inc.',
  'A/B Tools',
  '株式会社テスト',
  'شركة',
  'Vol. 2.0',
])('%s is a name', (name) => {
  expect(isPlainName(name)).toBe(true)
  expect(plainName(name)).toBe(name)
})

test.each([
  ['You won: https://evil.example/x', 'You won https evil example x'],
  ['Acme.com Ltd', 'Acme com Ltd'],
  ['call ada@example', 'call ada example'],
  ['www.evil', 'www evil'],
  ['evil。example', 'evil example'],
  ['evil．example', 'evil example'],
  ['10.0.0.1', '10 0 0 1'],
  ['mailto:x', 'mailto x'],
  ['Acme\nDear customer', 'Acme Dear customer'],
  ['Ac\u202eme', 'Ac me'],
  ['ev\u200bil', 'ev il'],
])('%j is none, and is shown without what makes a link of it', (name, shown) => {
  expect(isPlainName(name)).toBe(false)
  expect(plainName(name)).toBe(shown)
  expect(isPlainName(shown)).toBe(true)
})
