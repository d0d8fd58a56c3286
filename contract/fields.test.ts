import { expect, test, vi } from 'vitest'
import { MARKETPLACE_CODES } from './marketplaces.ts'
import { DecimalText, MarketplaceCodes } from './fields.ts'

test('marketplaces are named once each at most', () => {
  expect(MarketplaceCodes.safeParse([...MARKETPLACE_CODES]).success).toBe(true)
  expect(MarketplaceCodes.safeParse([]).success).toBe(true)
  expect(MarketplaceCodes.safeParse(['DE', 'FR', 'DE']).error?.issues[0]?.message).toBe(
    'Name each marketplace once.',
  )
  expect(MarketplaceCodes.min(1).default(['DE']).safeParse(['FR', 'FR']).success).toBe(false)
})

test('a text that is no number of bounded length is looked at by nothing that makes a number of it', () => {
  const looked = vi.fn(() => true)
  const checked = DecimalText.refine(looked)
  for (const text of ['9'.repeat(1_000_000), `1.${'9'.repeat(77)}`, '1e9', ''])
    expect(checked.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      'Give a number as 12.50.',
    ])
  expect(looked).not.toHaveBeenCalled()
  expect(checked.safeParse('12.50').success).toBe(true)
  expect(looked).toHaveBeenCalledTimes(1)
})
