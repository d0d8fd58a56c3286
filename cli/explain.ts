import { InvalidArgumentError, Option, type Command } from 'commander'
import { MARKETPLACE_CODES } from '#contract/marketplaces.ts'
import { isMetricId, METRIC_IDS, metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { isAnswered } from '#contract/metrics/awaited.ts'
import { NO_GROUP } from '#contract/metrics/told-apart.ts'
import type { MetricUnit } from '#contract/metrics/metric.ts'
import { isPnlLine, PNL_LINE_IDS, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import {
  GROUP_KEYS,
  type ExplainedGroups,
  type ExplainGroup,
  type Explanation,
  type ExplainRow,
  type GroupKey,
} from '#contract/explain.ts'
import { Currency } from '#contract/fields.ts'
import type { Client } from './client.ts'
import { companyIdOf, companyOption } from './company-choice.ts'
import { command, withClient } from './run.ts'
import { count, money, printJson, quoted, rounded, say, tableText } from './terminal.ts'
import { wholeNumber } from './whole-number.ts'

const DEFAULT_CURRENCY = 'USD'
type MarketplaceCode = (typeof MARKETPLACE_CODES)[number]
type CurrencyCode = ReturnType<typeof Currency.parse>

interface Options {
  company?: string
  line?: PnlLine
  metric?: MetricId
  from: string
  to: string
  marketplaces?: MarketplaceCode[]
  sku?: string
  currency?: CurrencyCode
  by?: GroupKey
  limit: number
  json?: true
}

export const explainCommand = (): Command =>
  command('explain', 'a number, down to the lines of the files that make it', {
    about: `Lines of the profit and loss: ${PNL_LINE_IDS.join(', ')}. Metrics: ${METRIC_IDS.filter((id) => !isPnlLine(id) && isAnswered(id)).join(', ')}`,
    example: 'sextant explain --line netSales --from 2026-03-01 --to 2026-03-31 --currency EUR',
  })
    .addOption(companyOption())
    .option('--line <id>', 'a line of the profit and loss, such as netSales', line)
    .option('--metric <id>', 'or a metric, such as netMargin', metric)
    .requiredOption('--from <day>', 'first day, such as 2026-03-01')
    .requiredOption('--to <day>', 'last day')
    .option('--marketplaces <codes>', 'only these, such as DE,GB', marketplaces)
    .option('--sku <sku>', 'only this product')
    .option('--currency <code>', "the number's currency; else the company's, else USD", currency)
    .addOption(new Option('--by <key>', 'add its rows up by this, and show the sums').choices(GROUP_KEYS))
    .option('--limit <number>', 'rows to show, 1 to 500', wholeNumber(1, 500), 50)
    .action((options: Options) =>
      withClient(async (client) => {
        const { line: lineId, metric: metricId, from, to, limit, by } = options
        const company = await companyIdOf(client, options.company)
        const number = {
          companyId: company,
          ...(lineId && { lineId }),
          ...(metricId && { metricId }),
          startDate: from,
          endDate: to,
          currencyCode: options.currency ?? (await currencyOf(client, company)),
          limit,
          ...(options.marketplaces && { marketplaces: options.marketplaces }),
          ...(options.sku !== undefined && { skus: [options.sku] }),
        }
        if (by) {
          const found = await groupsOf(client, number, by)
          if (options.json) printJson(found)
          else say(found.map((one) => describeGroups(one, by, options)).join('\n\n'))
          return
        }
        const found = await client.query('audit.explainValue', number)
        if (options.json) printJson(found)
        else say(describe(found, options))
      }),
    )

async function currencyOf(client: Client, companyId: string): Promise<CurrencyCode> {
  const companies = await client.query('companies.getUserCompanyOptions')
  return (companies.find(({ id }) => id === companyId)?.defaultCurrency ?? DEFAULT_CURRENCY) as CurrencyCode
}

/** Of a number that its rows do not add up to, those of each of its terms. */
async function groupsOf(
  client: Client,
  number: Parameters<typeof client.query<'audit.explainValue'>>[1],
  by: GroupKey,
): Promise<ExplainedGroups[]> {
  const first = await client.query('audit.explainGroups', { ...number, by })
  const others = await Promise.all(
    first.terms
      .slice(1)
      .map(({ metricId: termId }) => client.query('audit.explainGroups', { ...number, by, termId })),
  )
  return [first, ...others]
}

function describeGroups(found: ExplainedGroups, by: GroupKey, { from, to }: Options): string {
  const isMoney = found.unit === 'money' || found.unit === 'price'
  const value = valueText(found.unit, found.value) + (isMoney ? ` ${found.currencyCode}` : '')
  const heading = `${found.label} by ${by}, ${from} to ${to}: ${value}`
  if (found.groups.length === 0) return heading
  const named = found.groups.some(({ label, code }) => code !== '' && code !== label)
  const table = tableText(found.groups, [
    { heading: by, cell: ({ label }: ExplainGroup) => label || NO_GROUP[by] },
    ...(named ? [{ heading: 'in the files', cell: ({ code }: ExplainGroup) => code }] : []),
    { heading: 'rows', cell: ({ rowCount }) => count(rowCount), right: true },
    { heading: 'value', cell: (group) => valueText(found.unit, group.value), right: true },
    {
      heading: 'share',
      cell: ({ share }) => (share === null ? '–' : `${(Number(share) * 100).toFixed(1)} %`),
      right: true,
    },
  ])
  const more = found.groupCount - found.groups.length
  return [heading, '', table, ...(more > 0 ? [`… ${count(more)} more are not shown (--limit)`] : [])].join(
    '\n',
  )
}

function describe(found: Explanation, { from, to }: Options): string {
  const isMoney = found.unit === 'money' || found.unit === 'price'
  const value = found.hasNoEnd
    ? '∞'
    : valueText(found.unit, found.value) + (isMoney ? ` ${found.currencyCode}` : '')
  const parts = [
    `${found.label}, ${from} to ${to}: ${value}`,
    `  ${found.definition}`,
    `  = ${found.formula}`,
  ]
  if (found.terms.length > 0) {
    parts.push(
      '',
      tableText(found.terms, [
        { heading: 'term', cell: (term) => term.label },
        { heading: 'value', cell: (term) => valueText(term.unit, term.value), right: true },
        { heading: 'rows', cell: (term) => count(term.rowCount), right: true },
        { heading: 'metric', cell: (term) => term.metricId },
      ]),
    )
  }
  for (const { currency, days, lowest, highest, source } of found.exchangeRates) {
    const rates = lowest === highest ? lowest : `${lowest} to ${highest}`
    parts.push(
      `  1 ${currency} = ${rates} ${found.currencyCode} on ${count(days)} days${source ? `, ${source}` : ''}`,
    )
  }
  for (const { kind, marketplace, lowest, highest, rowCount } of found.rates) {
    const rates = lowest === highest ? lowest : `${lowest} to ${highest}`
    parts.push(`  ${RATE_WORDS[kind]} ${marketplace} ${rates}: ${count(rowCount)} rows`)
  }
  if (found.rows.length > 0) parts.push('', ...found.rows.map((row) => rowText(row, found.currencyCode)))
  if (found.rowCount > found.rows.length) {
    parts.push(
      `… ${count(found.rowCount - found.rows.length)} of ${count(found.rowCount)} rows are not shown (--limit)`,
    )
  }
  return parts.join('\n')
}

const valueText = (unit: MetricUnit, value: string | null): string =>
  unit === 'money' || unit === 'price' ? rounded(value) : (value ?? '–')

const RATE_WORDS = { SALES_VAT: 'VAT', FEE_VAT: 'VAT on fees', COST: 'unit cost' }

function rowText(row: ExplainRow, currencyCode: string): string {
  const what = [
    row.day,
    row.marketplace,
    row.sku,
    row.orderId,
    row.line ?? metricOf(row.metricId).label,
    row.transactionType,
    row.amountType,
    row.amountDescription,
  ]
  const amount = row.kind === 'COUNT' ? row.amount : `${money(row.amount)} ${row.currency}`
  const converted =
    row.exchangeRate === null ? '' : ` = ${rounded(row.converted)} ${currencyCode} at ${row.exchangeRate}`
  const rate = row.rate === null ? '' : ` (rate ${row.rate})`
  const place = `    ${row.fileName} line ${row.lineNumber}${row.rawLine === null ? '' : `: ${quoted(row.rawLine)}`}`
  return `${amount}${converted}${rate}  ${what.filter(Boolean).join(' · ')}\n${place}`
}

function line(text: string): PnlLine {
  if (!isPnlLine(text)) throw new InvalidArgumentError('There is no such line; --help lists them.')
  return text
}

function metric(text: string): MetricId {
  if (!isMetricId(text)) throw new InvalidArgumentError('There is no such metric; --help lists them.')
  return text
}

function marketplaces(text: string): MarketplaceCode[] {
  return text.split(',').map((part) => {
    const code = MARKETPLACE_CODES.find((known) => known === part.trim().toUpperCase())
    if (!code) throw new InvalidArgumentError(`${part} is not one of the marketplaces.`)
    return code
  })
}

function currency(text: string): CurrencyCode {
  const known = Currency.safeParse(text.toUpperCase())
  if (!known.success) throw new InvalidArgumentError('This currency is not known.')
  return known.data
}
