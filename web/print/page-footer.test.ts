import { expect, test } from 'vitest'
import { pageFooterCss } from './page-footer.ts'

test('the footer names company, print time, data date and page', () => {
  const css = pageFooterCss({ company: 'Company A', printedAt: '20 Nov 2026, 14:02', dataTo: '19 Nov 2026' })
  expect(css).toContain('"Sextant · Company A · printed 20 Nov 2026, 14:02 · Data to 19 Nov 2026"')
  expect(css).toContain('counter(page) " / " counter(pages)')
})

test('a name cannot leave its string', () => {
  const css = pageFooterCss({ company: `"; } </style> \\`, printedAt: 'now', dataTo: null })
  expect(css).toContain(String.raw`"Sextant · \22 ; } \3c /style\3e  \5c  · printed now"`)
})
