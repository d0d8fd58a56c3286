import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** What a page writes that loads with this choice, in a browser of this language. */
async function written(choice: unknown, language: string) {
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(choice) })
  vi.stubGlobal('navigator', { language })
  const { exactText, wholeText } = await import('./numbers.ts')
  const { dayText, rangeText } = await import('./dates.ts')
  return [
    wholeText('1234567'),
    exactText('-1234.5', 'EUR'),
    dayText('2026-11-22'),
    rangeText('2026-09-01', '2026-11-22'),
  ]
}

test('numbers follow the browser and days are British, until a person chooses', async () => {
  expect(await written(null, 'de-DE')).toEqual([
    '1.234.567',
    '−1.234,50',
    '22 Nov 2026',
    '1 Sep to 22 Nov 2026',
  ])
  expect(await written('en-US', 'de-DE')).toEqual([
    '1,234,567',
    '−1,234.50',
    'Nov 22, 2026',
    'Sep 1 to Nov 22, 2026',
  ])
  expect(await written('de-DE', 'en-US')).toEqual([
    '1.234.567',
    '−1.234,50',
    '22 Nov 2026',
    '1 Sep to 22 Nov 2026',
  ])
  expect(await written('tlh', 'en-IN')).toContain('12,34,567')
})

test('amounts keep the spaces between their thousands, and words of a size their letters', async () => {
  const plain = (text: string) => text.replace(/\s/g, ' ')
  expect((await written('fr-FR', 'en-US')).map(plain).slice(0, 2)).toEqual(['1 234 567', '−1 234,50'])
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify('de-DE') })
  const { compactMoneyText } = await import('./numbers.ts')
  expect(plain(compactMoneyText(1_234_567, 'EUR'))).toBe('1,2 Mio. €')
})
