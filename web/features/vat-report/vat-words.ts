/** What the codes of the VAT report mean, and what a reader has to know about its numbers. */
import { marketplaceOf } from '#contract/marketplaces.ts'
import {
  UNSOLD_SCHEMES,
  VAT_CALCULATION_LABELS,
  VAT_SCHEME_LABELS,
  type VatDays,
  type VatReport,
  type VatRow,
} from '#contract/vat-report.ts'
import { addDays } from '#contract/date-range.ts'
import { countryName } from '#web/country-name.ts'
import { missingNotes } from '#web/dashboard/missing-days.ts'
import type { FlagNote } from '#web/explain/flag-notes.ts'
import { dayText, monthOfYearText, rangeText, today } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'

export const schemeText = ({ scheme }: VatRow): string => VAT_SCHEME_LABELS[scheme]
export const sourceText = ({ calculation }: VatRow): string =>
  calculation === null ? 'VAT transactions report' : `Calculated, ${VAT_CALCULATION_LABELS[calculation]}`
export const buyerText = ({ buyerType }: VatRow): string | null =>
  buyerType === '' ? null : buyerType === 'BUSINESS' ? 'B2B' : 'B2C'

/** `Germany`; of what is calculated the marketplace, since nobody says where goods arrived. */
export const arrivalText = ({ arrives, marketplace }: VatRow): string | null =>
  arrives !== ''
    ? placeName(arrives)
    : marketplace !== ''
      ? (marketplaceOf(marketplace)?.label ?? marketplace)
      : null
export const departureText = ({ departs }: VatRow): string | null =>
  departs === '' ? null : placeName(departs)

const placeName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? countryName(code) : code)

const TRANSACTIONS: Record<string, string> = {
  SALE: 'Sale',
  REFUND: 'Refund',
  RETURN: 'Return',
  FC_TRANSFER: 'Stock transfer',
  INBOUND: 'Inbound stock',
  COMMINGLING_BUY: 'Commingling, bought',
  COMMINGLING_SELL: 'Commingling, sold',
  LIQUIDATION_SALE: 'Liquidation',
}

/** What Amazon calls it, where that is no word of these. */
export const kindText = ({ transactionType }: VatRow): string =>
  transactionType === '' ? 'All sales' : (TRANSACTIONS[transactionType] ?? transactionType)

/** What is not in the report wherever its numbers come from. */
export const NEVER_KNOWN =
  'Not included, because no imported file contains them: tax on Amazon’s fees and its reverse charge, purchases, imports and sales outside Amazon.'

export const BASIS =
  'Days with a VAT transactions report: as it states them, by completion date. Other days: as in the statement, by posting date, at the company’s rates or with the tax that Amazon states.'

const daysText = (days: readonly VatDays[], hasAccounts: boolean): string => {
  const [first] = days
  if (!first) return ''
  const text = `${rangeText(first.startDate, first.endDate)}${hasAccounts && first.account ? ` (${first.account})` : ''}`
  return days.length === 1
    ? text
    : `${text} and ${countText(days.length - 1, 'more stretch', 'more stretches')}`
}

/** `AED 2026-11-15` as it is read: `AED on 15 Nov 2026`. */
const rateDayText = (missing: string): string => {
  const [currency = '', day = ''] = missing.split(' ')
  return day === '' ? currency : `${currency} on ${dayText(day)}`
}

/** What is in sums of tax that have no value. */
export const lackOfTie = ({ rows }: Pick<VatReport, 'rows'>): string =>
  rows.some(({ liable, own, withoutVat }) => liable === 'SELLER' && own.vat === null && withoutVat > 0)
    ? 'rows that state no tax'
    : 'days without a settlement or an exchange rate'

/** What a reader must know about these numbers, the gravest first. */
export function vatNotes({
  rows,
  covered,
  missing,
  withoutRate,
  otherPeriodRows,
  closedMonths,
  coverage,
}: VatReport): FlagNote[] {
  const notes = missingNotes([coverage], addDays(today(), -1))
  const hasAccounts = new Set([...covered, ...missing].map(({ account }) => account)).size > 1
  const stated = rows.filter(({ source }) => source === 'REPORT')
  if (withoutRate.length > 0)
    notes.push({
      text: `No exchange rate for ${withoutRate.slice(0, 2).map(rateDayText).join(', ')}${withoutRate.length > 2 ? ` and ${withoutRate.length - 2} more` : ''}`,
      isWarning: true,
      act: { label: 'Exchange rates', leadsTo: 'RATES' },
    })
  if (missing.length > 0)
    notes.push({
      text: `No VAT transactions report for ${daysText(missing, hasAccounts)}: calculated from settlements, without movements of stock`,
      isWarning: true,
      act: { label: 'Where it is', leadsTo: 'GUIDE', report: 'vat_transactions' },
    })
  const count = (of: (row: VatRow) => number) => stated.reduce((sum, row) => sum + of(row), 0)
  const withoutVat = count((row) => row.withoutVat)
  if (withoutVat > 0)
    notes.push({
      text: `${countText(withoutVat, 'row')} of the report ${withoutVat === 1 ? 'states' : 'state'} no tax`,
      isWarning: true,
    })
  const unsaid = count(({ isLiableStated, scheme, rowCount }) =>
    isLiableStated || UNSOLD_SCHEMES.includes(scheme) ? 0 : rowCount,
  )
  if (unsaid > 0)
    notes.push({
      text: `${countText(unsaid, 'row')} that do not state who collects the tax, treated as yours`,
      isWarning: true,
    })
  const buyersUnknown = count(({ buyerType, scheme, rowCount }) =>
    buyerType !== '' || UNSOLD_SCHEMES.includes(scheme) ? 0 : rowCount,
  )
  if (buyersUnknown > 0)
    notes.push({
      text: `${countText(buyersUnknown, 'row')} that do not state whether the buyer is a business`,
      isWarning: false,
    })
  if (otherPeriodRows > 0)
    notes.push({
      text: `Amazon reports ${countText(otherPeriodRows, 'row')} in a different month from their date`,
      isWarning: false,
    })
  if (closedMonths.length > 0)
    notes.push({
      text: `${closedMonths.map(monthOfYearText).join(', ')} ${closedMonths.length === 1 ? 'is' : 'are'} closed, but VAT transactions are those of now`,
      isWarning: false,
    })
  return notes
}
