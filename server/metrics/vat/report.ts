import { RATED_CURRENCY_CODES } from '#contract/currencies.ts'
import { parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { DateRange } from '#contract/date-range.ts'
import { daysOfMonth } from '#contract/closed-months.ts'
import { isMovement, liableOf, schemeOf } from '#contract/vat-scheme.ts'
import { PnlCoverage } from '#contract/profit-and-loss.ts'
import type { VatAmounts, VatReport, VatReportInput, VatRow, VatTie } from '#contract/vat-report.ts'
import { BUYER_TYPES } from '#contract/vat-report.ts'
import { liveVersions, type Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import { holdsRows } from '#server/ledger/held-readings.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import type { Services } from '#server/ledger/services.ts'
import { readLedger } from '../facts/ledger.ts'
import { reportDays } from './days.ts'
import { statedGroups, type StatedKey } from './stated.ts'
import { keyText } from './row-key.ts'
import { calculatedGroups, type CalculatedGroup } from './taxed-days.ts'

const GROUPS_MAX = 5000

type StatedGroup = (typeof statedGroups)['row']['_output']

/** What statements about VAT transactions are asked with. */
export async function statedParams(
  services: Services,
  company: Company,
  { startDate: from, endDate: to, currencyCode: currency }: Omit<VatReportInput, 'companyId'>,
) {
  const [{ currencies, rateVersions, rateBegins, rateFrom, rateTo }, live] = await Promise.all([
    moneyOf(services, company),
    liveVersions(services.accounts, company),
  ])
  return {
    ...visibilityOf(company),
    rateVersions,
    rateBegins,
    rateFrom,
    rateTo,
    from,
    to,
    currency,
    live,
    // The report may state currencies in which the company has no other money.
    currencies: [...new Set([...currencies, ...RATED_CURRENCY_CODES])],
  }
}

/** Tax of sales as reports state it and, where there is none, as the statement works it out; and both against each other. */
export async function vatReport(
  services: Services,
  company: Company,
  input: VatReportInput,
  signal: AbortSignal | undefined,
): Promise<VatReport> {
  const { analytics } = services
  const period: DateRange = { start: input.startDate, end: input.endDate }
  const options = { signal }
  const [params, days, statesVat] = await Promise.all([
    statedParams(services, company, input),
    reportDays(services, company, period),
    holdsRows(services, company, 'vat_transactions'),
  ])
  const [stated, sales, ledger] = await Promise.all([
    statesVat ? analytics.run(statedGroups, company, { ...params, groupsMax: GROUPS_MAX }, options) : [],
    calculatedGroups(services, company, { currency: input.currencyCode, period, reports: days }, signal),
    readLedger(
      services,
      company,
      {
        basis: 'TRANSACTION',
        currencyCode: input.currencyCode,
        useAdjustedAdvertising: true,
        notAllocated: 'LEFT_OUT',
      },
      [{ period, comparison: null }],
      signal,
    ),
  ])
  if (stated.length > GROUPS_MAX) throw new AppError('VAT_GROUPS_TOO_MANY', { max: GROUPS_MAX })
  const calculated = sales.filter(({ isReported }) => !isReported)
  const statement = ledger.in(period)
  const rows = [...stated.map(statedRow), ...calculated.map(calculatedRow)]
  return {
    currencyCode: input.currencyCode,
    rows,
    tie: tieOf(
      statement.figure('salesVat').value,
      sales.filter(({ isReported }) => isReported),
      rows,
      days.covered.length > 0,
    ),
    covered: days.covered,
    missing: days.missing,
    coverage: PnlCoverage.parse(statement.coverage),
    withoutRate: [...new Set([...stated, ...sales].flatMap(({ withoutRate }) => withoutRate))].toSorted(),
    otherPeriodRows: stated.reduce((sum, { otherPeriodRows }) => sum + otherPeriodRows, 0),
    closedMonths: company.closedMonths.flatMap(({ month }) => {
      const { start, end } = daysOfMonth(month)
      return days.covered.some((stretch) => stretch.startDate <= end && stretch.endDate >= start)
        ? [month]
        : []
    }),
  }
}

function statedRow(group: StatedGroup): VatRow {
  const { transactionType, departs, arrives, sellerVatCountry, taxScheme, collectedBy, vatRate } = group
  const said = {
    transactionType,
    departs,
    arrives,
    taxScheme,
    collectedBy,
    buyerType: group.buyerType,
    isUntaxed: group.isUntaxed,
  }
  const scheme = schemeOf(said)
  const lacksRate = group.withoutRate.length > 0
  return {
    key: keyText('REPORT', keyOf(group)),
    source: 'REPORT',
    scheme,
    liable: liableOf(said, scheme),
    isLiableStated: collectedBy !== '',
    transactionType,
    departs,
    arrives,
    sellerVatCountry,
    marketplace: group.ofMarketplace,
    buyerType: BUYER_TYPES.find((known) => known === group.buyerType) ?? '',
    calculation: null,
    rate: vatRate || null,
    currency: group.money,
    units: group.units,
    own: { net: group.net, vat: group.tax, gross: group.gross },
    converted: lacksRate
      ? NOTHING
      : rounded({ net: group.convertedNet, vat: group.convertedTax, gross: group.convertedGross }),
    rowCount: group.rowCount,
    withoutVat: isMovement(transactionType) ? 0 : group.withoutVat,
  }
}

const keyOf = ({
  transactionType,
  departs,
  arrives,
  sellerVatCountry,
  ofMarketplace,
  taxScheme,
  collectedBy,
  buyerType,
  vatRate,
  isUntaxed,
  money,
}: StatedKey): StatedKey => ({
  transactionType,
  departs,
  arrives,
  sellerVatCountry,
  ofMarketplace,
  taxScheme,
  collectedBy,
  buyerType,
  vatRate,
  isUntaxed,
  money,
})

function calculatedRow(group: CalculatedGroup): VatRow {
  const { ofMarketplace, money, calculation, vatRate } = group
  const isAmazons = calculation === 'FACILITATOR'
  const lacksRate = group.withoutRate.length > 0
  return {
    key: keyText('CALCULATED', { ofMarketplace, money, calculation, vatRate }),
    source: 'CALCULATED',
    scheme: 'UNKNOWN',
    liable: isAmazons ? 'MARKETPLACE' : 'SELLER',
    isLiableStated: isAmazons,
    transactionType: '',
    departs: '',
    arrives: '',
    sellerVatCountry: '',
    marketplace: ofMarketplace,
    buyerType: '',
    calculation,
    rate: vatRate || null,
    currency: money,
    units: null,
    own: amountsOf(group.own, isAmazons),
    converted: lacksRate ? NOTHING : rounded(amountsOf(group.converted, isAmazons)),
    rowCount: group.rowCount,
    withoutVat: 0,
  }
}

const NOTHING: VatAmounts = { net: null, vat: null, gross: null }

/** What Amazon collects stands in lines of its own: the rest is what was paid without it. */
export function amountsOf({ gross, tax }: { gross: Decimal; tax: Decimal }, isAmazons: boolean): VatAmounts {
  const net = toText(gross - tax, 9)
  return isAmazons ? { net, vat: null, gross: null } : { net, vat: toText(tax, 9), gross: toText(gross, 9) }
}

export const rounded = ({ net, vat, gross }: VatAmounts): VatAmounts => ({
  net: net && toText(parseDecimal(net)),
  vat: vat && toText(parseDecimal(vat)),
  gross: gross && toText(parseDecimal(gross)),
})

/** Tax that the seller owes, of what is stated and what is calculated; the statement has it below zero. */
function tieOf(
  salesVat: bigint | null,
  replacedGroups: readonly CalculatedGroup[],
  rows: readonly VatRow[],
  isReported: boolean,
): VatTie {
  const statement = salesVat === null ? null : -salesVat
  const replaced = replacedGroups.some(({ withoutRate }) => withoutRate.length > 0)
    ? null
    : replacedGroups.reduce((sum, { converted }) => sum + converted.tax, ZERO)
  const owedIn = (source: VatRow['source']): bigint | null => {
    const owed = rows.filter((row) => row.source === source && row.liable === 'SELLER')
    // Rows of which none states its tax leave the sum without a value, as those do whose day has no exchange rate.
    if (
      owed.some(({ own, converted, withoutVat }) =>
        own.vat === null ? withoutVat > 0 : converted.vat === null,
      )
    )
      return null
    return owed.reduce((sum, { converted }) => sum + parseDecimal(converted.vat ?? '0'), ZERO)
  }
  // Of days that neither settlements nor reports are of nobody knows anything.
  const calculated = statement === null && !isReported ? null : owedIn('CALCULATED')
  const reported = owedIn('REPORT')
  const owed = calculated === null || reported === null ? null : calculated + reported
  const told = (value: bigint | null) => (value === null ? null : toText(value))
  return {
    statement: told(statement),
    replaced: told(replaced),
    calculated: told(calculated),
    reported: told(reported),
    owed: told(owed),
    difference: told(owed === null || statement === null ? null : owed - statement),
  }
}
