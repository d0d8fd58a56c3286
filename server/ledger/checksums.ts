import type { StatementOptions } from '#server/analytics/index.ts'
import { FACT_TABLES, FACTS, SOURCES } from '#amazon/index.ts'
import { getCompany, liveVersions } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { tablesAmong } from './held-tables.ts'
import { visibilityOf, PUBLISHED } from './journal.ts'
import { eachRowOnce } from '#server/ledger/derivation/row-identity.ts'
import type { Services } from './services.ts'
import { LIVE_FACTS } from './live-facts.ts'

const LEDGER_CONTENT =
  'account_id, basis, feed, day, fx_day, marketplace, sku, line, currency, amount, kind, rate, unmapped, order_id, settlement_id'
const BY_DAY_CONTENT = 'basis, day, fx_day, marketplace, line, currency'
const MEASURE_BY_DAY_CONTENT = 'fact, level, measure, day, days, marketplace, currency'
const MEASURE_CONTENT = `${MEASURE_BY_DAY_CONTENT}, sku, asin, search_query, amount`

export interface TableChecksum {
  table: string
  rows: number
  checksum: string
}

/**
 * What a reader of the company sees in each table, as a sum over hashes of the content. Two companies with the same data
 * give the same sums, whatever the order, number and repetition of imports.
 */
export async function checksums(
  { analytics, accounts }: Services,
  companyId: string,
  settings: StatementOptions['settings'] = {},
): Promise<TableChecksum[]> {
  const company = await getCompany(accounts, companyId)
  if (!company) throw new AppError('COMPANY_UNKNOWN')
  const live = await liveVersions(accounts, company)
  const params = { companyId, live, ...visibilityOf(company) }
  // A statement over all tables takes the engine longest to plan, and most companies have rows in few.
  const held = await tablesAmong(analytics, companyId, live, FACT_TABLES, settings)
  // Account ids are made at random; names would do, but one account per region is what imports make.
  const journal = (table: string, content: string, amounts: string) => `
    SELECT '${table}' AS table, toInt64(count()) AS rows, toString(sum(cityHash64(*))) AS checksum FROM (
      SELECT ${content.replace('account_id, ', '')}, ${amounts} FROM ${table}
      WHERE company_id = {companyId:String} AND ${PUBLISHED.text}
      GROUP BY ${content.replace('account_id, ', '')} HAVING ${amounts.split(' AS ')[0]} != 0)`
  return (
    await analytics.rows<{ table: string; rows: string; checksum: string }>(
      [
        journal('ledger', LEDGER_CONTENT, 'sum(n) AS times'),
        journal(
          'ledger_by_day',
          BY_DAY_CONTENT,
          'sum(row_count) AS row_total, toString(sum(toDecimal128(amount, 9))) AS total',
        ),
        journal(
          'ledger_by_day_sku',
          `${BY_DAY_CONTENT}, sku`,
          'sum(row_count) AS row_total, toString(sum(toDecimal128(amount, 9))) AS total',
        ),
        journal(
          'expense_periods',
          'marketplace, currency, amount, frequency, start_date, end_date',
          'sum(n) AS times',
        ),
        journal('measures', MEASURE_CONTENT, 'sum(n) AS times'),
        ...['measures_by_day', 'measures_by_product'].map((table) =>
          journal(
            table,
            table === 'measures_by_day' ? MEASURE_BY_DAY_CONTENT : `${MEASURE_BY_DAY_CONTENT}, sku, asin`,
            'sum(row_count) AS row_total, toString(sum(amount)) AS total',
          ),
        ),
        ...[...held].map((table) => {
          const columns = Object.keys(FACTS[table]).map((column) =>
            table === 'exchange_rates' && column === 'source' ? 'publisher' : column,
          )
          const text = (column: string, i: number) => `ifNull(toString(${column}), '') AS c${i}`
          const checksum = (rows: string) =>
            `SELECT '${table}' AS table, toInt64(count()) AS rows, toString(sum(cityHash64(*))) AS checksum FROM (${rows})`
          // Of a settlement, moments that lost their seconds are those of another file.
          if (table === 'settlements')
            return checksum(`SELECT settlement_id AS id, source, ${columns.map((column, i) => text(`max(${column})`, i)).join(', ')}
              FROM settlements WHERE ${LIVE_FACTS.text} GROUP BY account_id, id, source`)
          const all = `SELECT DISTINCT ${columns.map(text).join(', ')}, source FROM`
          if (table !== 'settlement_lines') return checksum(`${all} ${table} WHERE ${LIVE_FACTS.text}`)
          // What a spreadsheet damaged is no other row.
          const once = eachRowOnce(
            `${columns.join(', ')}, source`,
            `${LIVE_FACTS.text} AND source > ${SOURCES.FACTS}`,
            {
              hasLosses: true,
            },
          )
          return checksum(`${all} (SELECT ${columns.join(', ')}, source FROM settlement_lines WHERE ${LIVE_FACTS.text} AND source <= ${SOURCES.FACTS}
            UNION ALL SELECT ${columns.join(', ')}, source FROM (${once}))`)
        }),
      ].join('\nUNION ALL\n'),
      { params, settings },
    )
  )
    .map((row) => ({ ...row, rows: Number(row.rows) }))
    .concat(
      FACT_TABLES.filter((table) => !held.has(table)).map((table) => ({ table, rows: 0, checksum: '0' })),
    )
    .toSorted((a, b) => (a.table < b.table ? -1 : 1))
}
