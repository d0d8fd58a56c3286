import { createCompany, openVersion, publish, withCompanyLock, type Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { writeRates } from '#server/ledger/currencies/rate-sets.ts'
import { settled } from './place.ts'

export const COMPANIES = 50
/** Two years, before the end of the exchange rates that come with the program. */
export const RANGE = { start: '2024-04-01', end: '2026-03-31' }
const DAYS = 730

const MARKETPLACES = ['US', 'DE', 'UK']
const CURRENCIES = ['USD', 'EUR', 'GBP']
/** In the order of the table's key, so that what is made is sorted already. */
const LINES = [
  'adjustments',
  'fbaFulfilmentFees',
  'memoAdvertisingBilled',
  'memoFacilitatorTax',
  'monthlyStorageFees',
  'otherAmazonFees',
  'productPromotions',
  'productSales',
  'referralFees',
  'refundedProductSales',
  'reimbursements',
  'salesVat',
  'shippingRevenue',
  'subscriptionFees',
  'unitsRefunded',
  'unitsSold',
]

/**
 * So many ledger rows, spread evenly over companies, lines, days and marketplaces, and their roll-up by day. The engine
 * makes them; companies, versions and rates come through their own doors.
 */
export async function fillLedger(services: Services, rows: number): Promise<Company[]> {
  const { accounts, analytics } = services
  const companies: { company: Company; version: number }[] = []
  for (let index = 0; index < COMPANIES; index++) {
    const company = await createCompany(accounts, { name: `Bench ${index}` })
    companies.push(
      await withCompanyLock(accounts, company.id, async () => {
        const version = await openVersion(accounts, company)
        return { company: await publish(accounts, { company, version, kind: 'EDIT' }), version }
      }),
    )
  }
  const params = {
    ids: companies.map(({ company }) => company.id),
    versions: companies.map(({ version }) => version),
    marketplaces: MARKETPLACES,
    currencies: CURRENCIES,
    lines: LINES,
    start: RANGE.start,
  }

  const [first, ...others] = companies
  await writeRates({ accounts, analytics }, { analytics, ...first! }, [], 'DAILY')
  await analytics.command(
    `INSERT INTO daily_rates (company_id, currency, day, usd, rate_date, publisher, version)
     SELECT c.1, currency, day, usd, rate_date, publisher, c.2 FROM daily_rates
     ARRAY JOIN arrayZip({ids:Array(String)}, {versions:Array(UInt64)}) AS c
     WHERE company_id = {first:String} ORDER BY ALL`,
    {
      params: {
        first: first!.company.id,
        ids: others.map(({ company }) => company.id),
        versions: others.map(({ version }) => version),
      },
    },
  )

  const perLine = Math.floor(rows / COMPANIES / LINES.length)
  await analytics.command(
    `INSERT INTO ledger (company_id, account_id, basis, feed, day, fx_day, marketplace, sku, line, currency, amount, kind, line_no, n, version)
     SELECT arrayElement({ids:Array(String)}, c + 1), 'A1', 'TRANSACTION', 'settlement',
       toDate({start:String}) + intDiv(k * ${DAYS}, ${perLine}) AS d, d,
       arrayElement({marketplaces:Array(String)}, m + 1), concat('SX-', toString(hash % 500)),
       arrayElement({lines:Array(String)}, l + 1) AS line,
       if(startsWith(line, 'units'), '', arrayElement({currencies:Array(String)}, m + 1)),
       toDecimal64(toInt64(hash % 10000), 9) / 100, 'AMOUNT', k, 1, arrayElement({versions:Array(UInt64)}, c + 1)
     FROM (
       SELECT number, intDiv(number, ${perLine * LINES.length}) AS c, intDiv(number, ${perLine}) % ${LINES.length} AS l,
         number % ${perLine} AS k, k % 3 AS m, cityHash64(number) AS hash
       FROM numbers(${perLine * LINES.length * COMPANIES})
     )`,
    {
      params,
      settings: {
        max_partitions_per_insert_block: 100,
        min_insert_block_size_rows: 4_000_000,
        min_insert_block_size_bytes: 0,
      },
    },
  )
  const keys = 'company_id, basis, day, fx_day, marketplace, line, currency'
  await analytics.command(
    `INSERT INTO ledger_by_day (${keys}, amount, row_count, unmapped_count, version)
     SELECT ${keys}, toDecimal64(sum(toDecimal128(amount, 9) * n), 9), sum(n), sumIf(n, unmapped), version
     FROM ledger GROUP BY ${keys}, version ORDER BY company_id, basis, line, day`,
  )
  await analytics.command('OPTIMIZE TABLE ledger_by_day FINAL')
  await settled(analytics)
  return companies.map(({ company }) => company)
}
