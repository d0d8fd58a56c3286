import { expect, test } from 'vitest'
import {
  DEFAULT_REPLENISHMENT,
  DEFAULT_WASTED_CLICK_THRESHOLD,
  type GeneralSettings,
} from '#contract/company-settings.ts'
import { numberEffects } from './number-effects.ts'

const before: GeneralSettings = {
  name: 'Acme',
  establishmentCountry: null,
  feeVatRecoverable: true,
  defaultCurrency: 'EUR',
  fxPolicy: 'DAILY',
  vatRates: [
    { marketplace: 'DE', validFrom: '2026-01-01', rate: '0.19' },
    { marketplace: 'FR', validFrom: '1970-01-01', rate: '0.2' },
  ],
  replenishment: DEFAULT_REPLENISHMENT,
  wastedClickThreshold: DEFAULT_WASTED_CLICK_THRESHOLD,
  standardVatRates: [],
}

test('a change about names, or to what is so already, changes no number', () => {
  expect(numberEffects(before, { name: 'Akme', defaultCurrency: 'GBP' })).toEqual([])
  expect(numberEffects(before, { fxPolicy: 'DAILY', vatRates: before.vatRates })).toEqual([])
})

test('each setting says what it changes, and from when', () => {
  expect(
    numberEffects(before, { establishmentCountry: 'DE', feeVatRecoverable: false, fxPolicy: 'LATEST' }),
  ).toEqual([
    {
      numbers: 'Fees and every result below them: the VAT within fees is that of Germany.',
      since: 'from 1 Aug 2024',
    },
    {
      numbers: 'Fees and every result below them: fees are shown with the VAT that Amazon adds to them.',
      since: 'from 1 Aug 2024',
    },
    {
      numbers: 'Every amount that is shown in another currency: it is converted at the newest rate.',
      since: 'on all days',
    },
  ])
})

test('a rate changes its marketplace from the first day that differs', () => {
  const [german, french] = before.vatRates
  expect(
    numberEffects(before, {
      vatRates: [{ ...german!, rate: '0.16' }, { ...german!, validFrom: '2025-07-01' }, french!],
    }),
  ).toEqual([
    { numbers: 'VAT in sales, net sales and every result below them in Germany.', since: 'from 1 Jul 2025' },
  ])
  expect(numberEffects(before, { vatRates: [german!] })).toEqual([
    { numbers: 'VAT in sales, net sales and every result below them in France.', since: 'on all days' },
  ])
})
