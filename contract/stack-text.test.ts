import { expect, test } from 'vitest'
import { withoutMessage } from './stack-text.ts'

const CHROMIUM = `TypeError: Cannot read "Acme Ltd 1,843.20"
of order 111-0000001
    at load (http://localhost:4600/assets/page-a1.js?company=7:1:200)
    at async http://localhost:4600/assets/index.js:3:4`

test('the message goes, the frames stay without queries', () => {
  const text = withoutMessage('TypeError', CHROMIUM)
  expect(text).toBe(`TypeError: [redacted]
    at load (http://localhost:4600/assets/page-a1.js:1:200)
    at async http://localhost:4600/assets/index.js:3:4`)
  expect(withoutMessage('TypeError', text)).toBe(text)
})

test('other browsers write frames otherwise', () => {
  expect(withoutMessage('Error', 'load@http://localhost/a.js:1:2\n@http://localhost/b.js:3:4')).toBe(
    'Error: [redacted]\nload@http://localhost/a.js:1:2\n@http://localhost/b.js:3:4',
  )
})
