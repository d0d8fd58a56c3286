/** The lines of the statement, and what is made of them alone. */
import {
  childrenOf,
  isCostLine,
  isPnlLine,
  lineDefinition,
  PNL_LINE_IDS,
  type PnlLine,
} from '../profit-and-loss-lines.ts'
import { metricOfLine, type LineMetricId } from './line-names.ts'
import { computed, plus, ratio, share, type Formula, type Metric, type Term } from './metric.ts'

function formulaOf(line: PnlLine): Formula<LineMetricId> {
  if (line === 'netUnits') return plus('+unitsSold', '-unitsRefunded')
  if (line === 'averageSellingPrice') return ratio('productSales', 'unitsSold')
  const parts = lineDefinition(line).sumOf?.filter(isPnlLine) ?? childrenOf(line)
  if (parts.length === 0) return { kind: 'sum', of: `ledger.${line}` }
  return { kind: 'plus', terms: parts.map((part): Term<LineMetricId> => `+${metricOfLine(part)}`) }
}

function metricOf(line: PnlLine): Metric<LineMetricId> {
  const { label, definition, orderDefinition, unit = 'money', polarity, better } = lineDefinition(line)
  return {
    // In the statement it is the head of a card.
    label: line === 'deferredNetProceeds' ? 'Deferred' : label,
    definition,
    ...(orderDefinition && { orderDefinition }),
    unit,
    better: better ?? (polarity === 'cost' ? 'less' : 'more'),
    formula: formulaOf(line),
    ...(isCostLine(line) && { isCost: true }),
  }
}

const LINES = Object.fromEntries(PNL_LINE_IDS.map((line) => [metricOfLine(line), metricOf(line)])) as Record<
  LineMetricId,
  Metric<LineMetricId>
>

const RESULTS = {
  contributionMargin1Percent: {
    label: 'CM1 %',
    definition: 'Contribution margin 1 as a share of net sales.',
    unit: 'percent',
    better: 'more',
    formula: share('contributionMargin1', 'netSales'),
  },
  contributionMargin2Percent: {
    label: 'CM2 %',
    definition: 'Contribution margin 2 as a share of net sales.',
    unit: 'percent',
    better: 'more',
    formula: share('contributionMargin2', 'netSales'),
  },
  contributionMargin3Percent: {
    label: 'CM3 %',
    definition: 'Contribution margin 3 as a share of net sales.',
    unit: 'percent',
    better: 'more',
    formula: share('contributionMargin3', 'netSales'),
  },
  netMargin: {
    label: 'Net margin',
    definition: 'Net profit as a share of net sales.',
    unit: 'percent',
    better: 'more',
    formula: share('netProfit', 'netSales'),
  },
  costOfGoods: {
    label: 'Cost of goods',
    definition: 'Landed cost of the units sold, less what came back sellable, as a positive amount.',
    unit: 'money',
    better: 'less',
    formula: plus('-cogs'),
  },
  roi: {
    label: 'Return on cost of goods',
    definition: 'Net profit for each unit of money spent on goods.',
    unit: 'percent',
    better: 'more',
    formula: computed('perSize', 'netProfit', 'costOfGoods'),
  },
  amazonFees: {
    label: 'Amazon fees',
    definition:
      'Everything Amazon charges: selling, fulfilment, storage, promotion and account fees. Lost stock, own shipping and reimbursements are not in it.',
    unit: 'money',
    better: 'less',
    formula: plus(
      '-sellingFees',
      '-fbaFulfilmentFees',
      '-fbaReturnFees',
      '-monthlyStorageFees',
      '-agedInventoryFees',
      '-inboundFees',
      '-removalFees',
      '-promotionFees',
      '-accountLevel',
    ),
  },
  amazonFeesShare: {
    label: 'Amazon fees share',
    definition: 'Amazon fees as a share of net sales.',
    unit: 'percent',
    better: 'less',
    formula: ratio('amazonFees', 'netSales'),
  },
  refundRate: {
    label: 'Refund rate',
    definition: 'Units refunded for each unit sold in the same days. It can exceed 100 %.',
    unit: 'percent',
    better: 'less',
    formula: ratio('unitsRefunded', 'unitsSold'),
  },
  profitPerUnit: {
    label: 'Profit per unit',
    definition: 'Net profit divided by units sold.',
    unit: 'price',
    better: 'more',
    formula: ratio('netProfit', 'unitsSold'),
  },
  payouts: {
    label: 'Payouts',
    definition: 'Money that Amazon sent to the bank.',
    unit: 'money',
    better: 'more',
    formula: plus('-memoTransfers'),
  },
} as const satisfies Record<string, Metric>

export const LEDGER_METRICS = { ...LINES, ...RESULTS }
