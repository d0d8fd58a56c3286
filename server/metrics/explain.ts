import { parseDecimal, percent, toText } from '#contract/decimal.ts'
import {
  FLAGGED_GROUPS_MAX,
  type ExplainFlagInput,
  type ExplainInput,
  type Explanation,
  type FlagExplanation,
} from '#contract/explain.ts'
import { isAnswered } from '#contract/metrics/awaited.ts'
import { basisOf, formulaText, partsOf } from '#contract/metrics/evaluate.ts'
import { metricOfLine } from '#contract/metrics/line-names.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { isPnlLine, PNL_LINE_IDS } from '#contract/profit-and-loss-lines.ts'
import type { PnlBasis } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import type { OfProducts } from '#server/ledger/products/catalogue.ts'
import type { Services } from '#server/ledger/services.ts'
import { uncompared, answerWhole, settingsOf } from './answer.ts'
import { coverageCell, lacksOf, unconvertedOf, valueOf } from './cells.ts'
import { readSources } from './explained-sources.ts'
import { explainedRows } from './facts/explained-rows.ts'
import { flaggedProducts, unmappedWords } from './facts/flagged-rows.ts'
import { countsInLine, ledgerJournalRow } from './facts/ledger-journal-rows.ts'
import { ledgerRows } from './facts/ledger-rows.ts'
import { countedRows, ledgerRowScope, type LedgerScope } from './facts/ledger.ts'

/** The metric that a question names, by itself or by its line of the statement. */
export function askedMetric({ metricId, lineId }: Pick<ExplainInput, 'metricId' | 'lineId'>): MetricId {
  const id = metricId ?? metricOfLine(lineId!)
  if (!isAnswered(id)) throw new AppError('METRIC_AWAITED', { metric: metricOf(id).label })
  return id
}

/** What a metric of one basis alone is asked of, whatever the page asks; and the settings of the question. */
export const askedScope = <Q extends { basis: PnlBasis; contingency?: number | undefined }>(
  input: Q,
  id: MetricId,
): Q & Pick<LedgerScope, 'settings'> => ({
  ...input,
  basis: basisOf(id) ?? input.basis,
  ...(input.contingency !== undefined && { settings: { contingency: percent(input.contingency) } }),
})

/** A number down to the lines of the files that make it. */
export async function explainValue(
  services: Services,
  company: Company,
  asked: OfProducts<ExplainInput>,
  signal: AbortSignal | undefined,
): Promise<Explanation> {
  const id = askedMetric(asked)
  const input = askedScope(asked, id)
  const metric = metricOf(id)
  const period = { start: input.startDate, end: input.endDate }
  const [[answered], sources] = await Promise.all([
    // It is compared with nothing.
    answerWhole(services, company, { scope: input, metrics: [id], periods: [uncompared(period)] }, signal),
    readSources(services, company, id, input, signal),
  ])
  const { figure, coverageOf, flags } = answered!.now
  const { rowCountOf, ...found } = sources
  const value = figure(id)
  return {
    metricId: id,
    unit: metric.unit,
    label: metric.label,
    definition: (input.basis === 'ORDER' && metric.orderDefinition) || metric.definition,
    formula: formulaText(id, {
      coveredDays: coverageOf(id).coveredDays,
      settings: settingsOf(company, input),
    }),
    value: valueOf(value),
    ...lacksOf(value),
    ...unconvertedOf(value),
    ...(value.isShared && { isShared: true }),
    ...(value.hasNoEnd && { hasNoEnd: true }),
    coverage: coverageCell(coverageOf(id)),
    currencyCode: input.currencyCode,
    terms: partsOf(id).map((part) => ({
      metricId: part,
      unit: metricOf(part).unit,
      label: metricOf(part).label,
      value: valueOf(figure(part)),
      ...lacksOf(figure(part)),
      rowCount: rowCountOf(part),
    })),
    rowCount: rowCountOf(id),
    ...found,
    flags: flags(),
  }
}

/** Exactly the rows that a warning counts, and the products or words that they share. */
export async function explainFlag(
  services: Services,
  company: Company,
  input: OfProducts<ExplainFlagInput>,
  signal: AbortSignal | undefined,
): Promise<FlagExplanation> {
  const { analytics } = services
  const options = { signal }
  // Rows of whatever line may be unmapped; everything else that is counted has a line of its own in the ledger.
  const onlyUnmapped = input.flag === 'unmappedLines'
  const lines = onlyUnmapped ? PNL_LINE_IDS : [input.flag]
  const scope = { ...(await ledgerRowScope(services, company, input, lines)), onlyUnmapped }
  const [groups, found] = await Promise.all([
    analytics.run(
      onlyUnmapped ? unmappedWords : flaggedProducts(scope),
      company,
      { ...scope, limit: FLAGGED_GROUPS_MAX },
      options,
    ),
    countedRows(services, company, input, scope, options).then((counts) =>
      ledgerRows.read(analytics, company, scope, { ...input, counts }, options),
    ),
  ])
  const [first] = groups
  const rowCount = first?.allRows ?? 0
  return {
    flag: input.flag,
    count: onlyUnmapped ? rowCount : Number(first?.allAmounts ?? 0),
    groups: groups.map((group) => ({
      sku: group.sku,
      transactionType: group.transactionType,
      amountType: group.amountType,
      amountDescription: group.amountDescription,
      line: isPnlLine(group.line) ? group.line : null,
      amount: toText(parseDecimal(group.amount), 9),
      currency: group.currency,
      rowCount: group.rowCount,
    })),
    groupCount: first?.groupCount ?? 0,
    rowCount,
    rows: await explainedRows(
      services,
      company,
      input.currencyCode,
      found.map((row) => ledgerJournalRow(row, countsInLine)),
      signal,
    ),
  }
}
