import { daysOfMonth } from '#contract/closed-months.ts'
import { csvTable, type DelimitedNotation } from '#contract/delimited-text.ts'
import { ExplainInput, type Explanation } from '#contract/explain.ts'
import type { JournalFormat } from '#contract/journal-accounts.ts'
import { STATE_LABELS } from '#contract/journal-states.ts'
import type { SettlementJournals } from '#contract/journals.ts'
import { missingText, unsaidText } from '#contract/lack-words.ts'
import { planPeriods } from '#contract/periods.ts'
import { expenseLineNames, lineDefinition, PNL_LINE_IDS } from '#contract/profit-and-loss-lines.ts'
import { PnlInput, type PnlRow } from '#contract/profit-and-loss.ts'
import type { VatReport } from '#contract/vat-report.ts'
import type { Company } from '#server/accounts/index.ts'
import { closedStates } from '#server/ledger/closed-months/closed-states.ts'
import { isOver, statementDays } from '#server/ledger/closed-months/closed-months.ts'
import { settlementReconciliation } from '#server/ledger/settlements/reconciliation.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { explainValue } from '#server/metrics/explain.ts'
import { statementRows } from '#server/metrics/statement.ts'
import { vatReport } from '#server/metrics/vat/report.ts'
import type { JournalFile } from './formats/booked-journal.ts'
import { bookable, journalFiles, journalsOf } from './journal-files.ts'
import { exchangeFile } from './exchange-file.ts'
import { foreignJournals, type ForeignJournal } from './foreign-journals.ts'
import { packageReadme, warningsOf } from './package-readme.ts'
import { bookCurrencyOf, bookSettings, settlementsOfMonth } from './read-journals.ts'
import { stockFile, stockValueFile } from './stock-file.ts'
import { stockBetween, type StockOfRange } from '#server/metrics/stock-value/stock-between.ts'
import { vatFile } from './vat-file.ts'

type CurrencyCode = ExplainInput['currencyCode']

/** What a package says of its month. */
export interface MonthContents {
  month: string
  /** In every marketplace. */
  isOver: boolean
  closedAt: string | null
  currencyCode: CurrencyCode
  format: JournalFormat
  statement: PnlRow
  vat: VatReport
  settlements: readonly SettlementJournals[]
  journals: number
  rates: Explanation['exchangeRates']
  stock: StockOfRange | undefined
  /** In another currency than the books. */
  foreign: readonly ForeignJournal[]
  files: readonly string[]
}

interface MonthPackage {
  name: string
  files: JournalFile[]
  /** What is missing from them. */
  warnings: readonly string[]
  /** How many are in it. */
  journals: number
  closedAt: string | null
  /** No file says anything of the month. */
  isUnknown: boolean
}

/** Everything of a month for whoever keeps the books, as the files of one archive. */
export async function monthPackage(
  services: Services,
  company: Company,
  { month, format, notation }: { month: string; format: JournalFormat; notation: DelimitedNotation },
  signal?: AbortSignal,
): Promise<MonthPackage> {
  const range = daysOfMonth(month)
  const [settings, currencyCode] = await Promise.all([
    bookSettings(services, company),
    bookCurrencyOf(services, company),
  ])
  const question = { companyId: company.id, currencyCode, startDate: range.start, endDate: range.end }
  const stated = { ...question, endDate: (await statementDays(services, company, month)).end }
  const closing = company.closedMonths.find((one) => one.month === month)
  const read = closing ? (await closedStates(services, company)).get(closing.version)! : company
  const [settlements, reconciliation, statement, vat, { exchangeRates: rates }, stock] = await Promise.all([
    settlementsOfMonth(services, company, { month, format }),
    settlementReconciliation(services, company),
    monthStatement(services, company, PnlInput.parse(stated), signal),
    vatReport(services, company, question, signal),
    explainValue(
      services,
      company,
      ExplainInput.parse({ ...stated, metricId: 'netProfit', limit: 0 }),
      signal,
    ),
    stockBetween(services, read, { currencyCode, range }, signal),
  ])
  const keyOf = ({ account, settlementId }: { account: string; settlementId: string }) =>
    `${account} ${settlementId}`
  const ofMonth = new Set(settlements.map(keyOf))
  const journals = bookable(settlements, month)
  const foreign = await foreignJournals(
    services,
    company,
    journalsOf(settlements),
    { isAsked: (journal) => journal.month.startsWith(month), bookCurrency: currencyCode },
    signal,
  )
  const contents = [
    { name: `statement-${month}.csv`, content: statementFile(statement, currencyCode, notation) },
    {
      name: `reconciliation-${month}.csv`,
      content: reconciliationFile(
        reconciliation.filter((one) => ofMonth.has(keyOf(one))),
        settlements,
        notation,
      ),
    },
    { name: `vat-${month}.csv`, content: vatFile(vat, notation) },
    ...(stock
      ? [
          {
            name: `stock-${month}.csv`,
            content: await stockFile(
              stock,
              { currencyCode, losses: statement.lines.inventoryLosses.value },
              notation,
              signal,
            ),
          },
          { name: `stock-value-${month}.csv`, content: stockValueFile(stock, currencyCode, notation) },
        ]
      : []),
    ...(foreign.length > 0
      ? [{ name: `exchange-${month}.csv`, content: exchangeFile(foreign, currencyCode, notation) }]
      : []),
    ...[...journalFiles(format, { journals, settings, named: month, now: services.now(), notation })].map(
      ({ name, content }) => ({ name: `journals/${name}`, content }),
    ),
  ]
  const { publishedVersion, fxPolicy } = read
  const said: MonthContents = {
    closedAt: closing?.closedAt ?? null,
    isOver: isOver(services, month),
    month,
    currencyCode,
    format,
    statement,
    vat,
    settlements,
    journals: journals.length,
    rates,
    stock,
    foreign,
    files: contents.map(({ name }) => name),
  }
  const warnings = warningsOf(said)
  const readme = packageReadme(
    { name: company.name, publishedVersion, fxPolicy },
    services.now(),
    said,
    warnings,
  )
  const folder = `month-${month}`
  return {
    name: `${folder}.zip`,
    warnings,
    journals: said.journals,
    closedAt: said.closedAt,
    isUnknown: statement.coverage.startDate === null && settlements.length === 0 && !stock,
    files: [{ name: 'README.txt', content: Buffer.from(readme) }, ...contents].map(({ name, content }) => ({
      name: `${folder}/${name}`,
      content,
    })),
  }
}

async function monthStatement(
  services: Services,
  company: Company,
  input: PnlInput,
  signal: AbortSignal | undefined,
): Promise<PnlRow> {
  const periods = planPeriods(
    {
      ...input,
      range: { start: input.startDate, end: input.endDate },
      dateInterval: 'DEFAULT',
      growthType: 'MONTH_ON_MONTH',
      summaries: [],
      customs: [],
    },
    today(services),
  )
  const { brandNames: _, ...scope } = input
  const [row] = await statementRows(services, company, { ...scope, basis: 'TRANSACTION' }, periods, signal)
  return row!
}

/** All lines, those that are nothing among them. A 0 that nobody said has no value; a result without one of its parts has. */
const statementFile = (
  { lines, expenses = [] }: PnlRow,
  currencyCode: string,
  notation: DelimitedNotation,
): Uint8Array =>
  Buffer.from(
    csvTable(
      ['Line', 'Id', 'Part of', 'Value', 'Currency', 'Missing'],
      ['Value'],
      PNL_LINE_IDS.flatMap((id) => [
        { id, ...lineDefinition(id), cell: lines[id] },
        // Parts that people named themselves.
        ...(id === 'operatingExpenses' ? expenses : []).map((cell) => ({
          ...expenseLineNames(cell.category),
          parent: id,
          unit: undefined,
          sumOf: undefined,
          cell,
        })),
      ]).map(({ id, label, parent, unit, sumOf, cell }) => {
        const unconverted = cell.unconverted?.map(({ currency, amount }) => `${amount} ${currency}`) ?? []
        return [
          label,
          id,
          parent ?? '',
          sumOf === undefined && unsaidText(cell) !== null ? null : cell.value,
          unit === 'count' ? '' : currencyCode,
          missingText(cell, unconverted.join(', ')),
        ]
      }),
      notation,
    ),
  )

const reconciliationFile = (
  rows: Awaited<ReturnType<typeof settlementReconciliation>>,
  settlements: readonly SettlementJournals[],
  notation: DelimitedNotation,
): Uint8Array =>
  Buffer.from(
    csvTable(
      RECONCILIATION_HEADS,
      RECONCILIATION_NUMBERS,
      rows.map((row) => [
        row.account,
        row.settlementId,
        row.startDate,
        row.endDate,
        row.currency,
        row.sum,
        row.total,
        row.difference,
        row.profitAndLoss,
        row.memo,
        row.unmapped,
        row.state,
        STATE_LABELS[
          settlements.find(
            ({ account, settlementId }) => account === row.account && settlementId === row.settlementId,
          )!.state
        ],
      ]),
      notation,
    ),
  )

const RECONCILIATION_NUMBERS = [
  'Sum of lines',
  'Payout',
  'Difference',
  'In profit and loss',
  'Outside profit',
  'Not mapped',
]
const RECONCILIATION_HEADS = [
  'Seller account',
  'Settlement',
  'Start',
  'End',
  'Currency',
  ...RECONCILIATION_NUMBERS,
  'State',
  'Journal',
]
