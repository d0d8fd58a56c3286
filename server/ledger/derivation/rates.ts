import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { VatRate } from '#contract/company-settings.ts'
import { addDays } from '#contract/date-range.ts'
import { assetPath } from '#server/assets.ts'
import type { Analytics } from '#server/analytics/index.ts'
import type { VatPeriod } from './derive-context.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'

let seededVat: VatPeriod[] | undefined

const seeds = (): VatPeriod[] =>
  (seededVat ??= parse<Record<string, string>>(readFileSync(assetPath('server/data/vat-rates.csv')), {
    columns: true,
  }).map((row) => ({
    marketplace: row.marketplace!,
    sku: '',
    rate: row.rate!,
    validFrom: row.valid_from!,
    validTo: row.valid_to!,
  })))

/**
 * Rates in force for a company. What it has entered holds from the day it says; before that, and where it has entered
 * nothing, imported rates hold, and without those of a marketplace the standard ones.
 */
export async function vatPeriods(
  analytics: Analytics,
  companyId: string,
  live: number[],
  entered: readonly VatRate[],
): Promise<VatPeriod[]> {
  const own =
    live.length === 0
      ? []
      : await analytics.rows<VatPeriod>(
          `SELECT marketplace, sku, toString(rate) AS rate, toString(ifNull(valid_from, toDate('1970-01-01'))) AS validFrom,
       if(isNull(valid_to), '', toString(valid_to)) AS validTo
     FROM (
       SELECT * FROM vat_rates WHERE ${LIVE_FACTS.text}
       ORDER BY import_id DESC, line_no DESC LIMIT 1 BY marketplace, sku, valid_from
     )
     -- The first period that holds a day counts, so the newest comes first.
     ORDER BY validFrom DESC`,
          { params: { companyId, live } },
        )
  const replaced = new Set(own.filter((period) => period.sku === '').map((period) => period.marketplace))
  return overlaid(entered, [...own, ...seeds().filter((period) => !replaced.has(period.marketplace))])
}

/** Entered rates laid over others, which end where the first entered rate of their marketplace begins. */
export function overlaid(entered: readonly VatRate[], others: readonly VatPeriod[]): VatPeriod[] {
  const byDay = entered.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
  const firstDay = new Map(byDay.toReversed().map(({ marketplace, validFrom }) => [marketplace, validFrom]))
  const nextDay = ({ marketplace, validFrom }: VatRate) =>
    byDay.find((later) => later.marketplace === marketplace && later.validFrom > validFrom)?.validFrom
  const periods = byDay.map((rate) => {
    const next = nextDay(rate)
    return { ...rate, sku: '', validTo: next === undefined ? '' : addDays(next, -1) }
  })
  const before = others.flatMap((period) => {
    const first = period.sku === '' ? firstDay.get(period.marketplace) : undefined
    if (first === undefined || (period.validTo !== '' && period.validTo < first)) return [period]
    return period.validFrom < first ? [{ ...period, validTo: addDays(first, -1) }] : []
  })
  // The first period that holds a day counts, so the newest comes first.
  return [...periods.toReversed(), ...before]
}

/** The rates that come with the product, for whoever wants to know what holds without entering any. */
export const standardVatRates = (): readonly VatPeriod[] => seeds()

/** Standard rates of one country; used for the VAT on fees of the country of establishment. */
export const standardRates = (country: string): VatPeriod[] =>
  seeds().filter((period) => period.marketplace === country)
