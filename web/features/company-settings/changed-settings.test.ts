import { expect, test } from 'vitest'
import { changedSettings } from './changed-settings.ts'

test('each setting of a change says in words what it was and what it is', () => {
  const changedAt = '2026-11-19T10:00:00.000Z'
  const rows = changedSettings({
    id: 1,
    changedAt,
    changedBy: null,
    before: { establishmentCountry: null, fxPolicy: 'DAILY', vatRates: [], brandAliases: ['acme'] },
    after: {
      establishmentCountry: 'DE',
      fxPolicy: 'LATEST',
      vatRates: [
        { marketplace: 'DE', validFrom: '2026-01-01', rate: '0.07' },
        { marketplace: 'FR', validFrom: '1970-01-01', rate: '0.055' },
      ],
      brandAliases: [],
    },
  })
  expect(rows.map(({ setting, before, after }) => [setting, before, after])).toEqual([
    ['Country of establishment', 'none', 'Germany'],
    ['Exchange rates', 'rate of its day', 'newest rate'],
    ['VAT rates', 'none', 'DE 7% from 1 Jan 2026; FR 5.5% on all days'],
    ['Brand names', 'acme', 'none'],
  ])
})
