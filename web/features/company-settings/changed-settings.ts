import type { SettingsEdit } from '#contract/company-settings.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { PNL_LINES } from '#contract/profit-and-loss-lines.ts'
import { countryName } from '#web/country-name.ts'
import { dayText } from '#web/ui/dates.ts'
import { percentText, sinceText } from './vat-rate-text.ts'

type Values = SettingsEdit['before']

/** One setting of one change, in words. */
export interface ChangedSetting {
  id: string
  changedAt: string
  setting: string
  before: string
  after: string
}

const NONE = 'none'

const WORDS: { [K in keyof Values]-?: [label: string, text: (value: NonNullable<Values[K]>) => string] } = {
  name: ['Company name', (name) => name],
  establishmentCountry: ['Country of establishment', countryName],
  feeVatRecoverable: ['VAT on fees is reclaimed', (comesBack) => (comesBack ? 'yes' : 'no')],
  defaultCurrency: ['Default currency', (code) => code],
  fxPolicy: ['Exchange rates', (policy) => (policy === 'DAILY' ? 'rate of its day' : 'newest rate')],
  vatRates: [
    'VAT rates',
    (rates) =>
      rates.map((rate) => `${rate.marketplace} ${percentText(rate.rate)} ${sinceText(rate)}`).join('; '),
  ],
  replenishment: [
    'Lead times',
    ({ leadTimeDays, safetyDays, targetCoverDays, marketplaceLeadTimeDays }) =>
      [
        `${leadTimeDays} days, safety ${safetyDays}, cover ${targetCoverDays}`,
        ...Object.entries(marketplaceLeadTimeDays).map(
          ([code, days]) => `${marketplaceOf(code)?.label ?? code} ${days} days`,
        ),
      ].join('; '),
  ],
  wastedClickThreshold: ['Clicks without an order', (clicks) => `${clicks} are too many`],
  lineMappings: [
    'Placed lines',
    ({ first, total }) =>
      [
        ...first.map(
          ({ amountDescription, amountType, line, validFrom }) =>
            `${amountDescription || amountType} in ${PNL_LINES[line].label} since ${validFrom}`,
        ),
        ...(total > first.length ? [`and ${total - first.length} more`] : []),
      ].join('; '),
  ],
  brandAliases: ['Brand names', (aliases) => aliases.join(', ')],
  endedSales: [
    'Where nothing is sold any longer',
    (all) =>
      all
        .map(({ account, currency, lastDay }) => `${account}, ${currency} after ${dayText(lastDay)}`)
        .join('; '),
  ],
}

/** What an edit changed, setting by setting. */
export const changedSettings = ({ changedAt, before, after }: SettingsEdit): ChangedSetting[] =>
  (Object.keys(WORDS) as (keyof Values)[])
    .filter((key) => key in after)
    .map((key) => ({
      id: `${changedAt} ${key}`,
      changedAt,
      setting: WORDS[key][0],
      before: textOf(key, before),
      after: textOf(key, after),
    }))

function textOf(key: keyof Values, values: Values): string {
  const value = values[key]
  if (value === undefined || value === null) return NONE
  const text = WORDS[key][1] as (value: unknown) => string
  return text(value) || NONE
}
