import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reportGuide, reportGuideText } from './report-guide.ts'
import { REPORT_TYPES } from './report-types.ts'
import { UNREAD_REPORTS } from './unread-reports.ts'

test('the document says what the declarations say', async () => {
  await expect(reportGuideText()).toMatchFileSnapshot('../../docs/reports.md')
  expect(readFileSync('docs/reports.md', 'utf8')).toContain('https://sellercentral.amazon.com.tr')
})

test('every report is in the guide once, and each says what it is for', () => {
  const guide = reportGuide()
  expect(guide).toHaveLength(REPORT_TYPES.length + UNREAD_REPORTS.length)
  expect(new Set(guide.map(({ label }) => label)).size).toBe(guide.length)
  for (const { label, gives, where, isRead } of guide) {
    expect(gives, label).toMatch(/.{20}/)
    if (isRead) expect(where, label).toMatch(/.{5}/)
  }
})
