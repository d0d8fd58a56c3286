import {
  vatRateId,
  type CompanySettingsChange,
  type GeneralSettings,
  type VatRate,
} from '#contract/company-settings.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { countryName } from '#web/country-name.ts'
import { sinceText } from './vat-rate-text.ts'

/** One thing that a change of settings does to numbers. */
export interface NumberEffect {
  numbers: string
  since: string
}

/** Amazon adds VAT to its fees from this day on (FEEVAT-1). */
const FEE_VAT_SINCE = 'from 1 Aug 2024'

/** Which numbers become others, and from which day on; empty where a change is about names alone. */
export function numberEffects(before: GeneralSettings, change: CompanySettingsChange): NumberEffect[] {
  const effects: NumberEffect[] = []
  const { establishmentCountry, feeVatRecoverable, fxPolicy, vatRates } = change
  if (establishmentCountry !== undefined && establishmentCountry !== before.establishmentCountry)
    effects.push({
      numbers: `Fees and every result below them: the VAT within fees is that of ${
        establishmentCountry === null ? 'no country' : countryName(establishmentCountry)
      }.`,
      since: FEE_VAT_SINCE,
    })
  if (feeVatRecoverable !== undefined && feeVatRecoverable !== before.feeVatRecoverable)
    effects.push({
      numbers: `Fees and every result below them: fees are shown ${feeVatRecoverable ? 'without' : 'with'} the VAT that Amazon adds to them.`,
      since: FEE_VAT_SINCE,
    })
  if (fxPolicy !== undefined && fxPolicy !== before.fxPolicy)
    effects.push({
      numbers: `Every amount that is shown in another currency: it is converted at ${
        fxPolicy === 'DAILY' ? 'the rate of its day' : 'the newest rate'
      }.`,
      since: 'on all days',
    })
  if (vatRates !== undefined) effects.push(...vatEffects(before.vatRates, vatRates))
  return effects
}

function vatEffects(before: readonly VatRate[], after: readonly VatRate[]): NumberEffect[] {
  const isIn = (rates: readonly VatRate[], one: VatRate) =>
    rates.some((rate) => vatRateId(rate) === vatRateId(one) && rate.rate === one.rate)
  const changed = [
    ...before.filter((rate) => !isIn(after, rate)),
    ...after.filter((rate) => !isIn(before, rate)),
  ]
  return [...new Set(changed.map(({ marketplace }) => marketplace))].map((marketplace) => {
    const days = changed.filter((rate) => rate.marketplace === marketplace).map(({ validFrom }) => validFrom)
    const first = days.toSorted()[0]!
    return {
      numbers: `VAT in sales, net sales and every result below them in ${marketplaceOf(marketplace)?.label ?? marketplace}.`,
      since: sinceText({ validFrom: first }),
    }
  })
}
