import { expect, test } from 'vitest'
import { MARKETPLACE_CODES } from './marketplaces.ts'
import { MarketplaceCodes } from './fields.ts'

test('marketplaces are named once each at most', () => {
  expect(MarketplaceCodes.safeParse([...MARKETPLACE_CODES]).success).toBe(true)
  expect(MarketplaceCodes.safeParse([]).success).toBe(true)
  expect(MarketplaceCodes.safeParse(['DE', 'FR', 'DE']).error?.issues[0]?.message).toBe(
    'Name each marketplace once.',
  )
  expect(MarketplaceCodes.min(1).default(['DE']).safeParse(['FR', 'FR']).success).toBe(false)
})
