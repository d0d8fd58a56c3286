/** Expenses, financing, and how far the numbers can be trusted. */
import { computed, ratio, sum, type Metric } from './metric.ts'

export const COMPANY_METRICS = {
  operatingExpenses: {
    label: 'Operating expenses',
    definition: 'Entered expenses of the days, those to come among them, as a positive amount.',
    unit: 'money',
    better: 'less',
    formula: sum('expenses.amount'),
  },
  opexShare: {
    label: 'Expenses share of net sales',
    definition: 'Operating expenses as a share of net sales.',
    unit: 'percent',
    better: 'less',
    formula: ratio('operatingExpenses', 'netSales'),
  },
  growth: {
    label: 'Growth',
    definition: 'The change against the comparison; of percentages the difference in points.',
    unit: 'percent',
    better: 'neither',
    formula: computed('growth'),
  },
  contributionToChange: {
    label: 'Contribution to change',
    definition: "A row's change as a share of the comparison's total; the rows add up to its growth.",
    unit: 'percent',
    better: 'neither',
    formula: computed('contributionToChange'),
  },
  advanceDurationDays: {
    label: 'Repayment time',
    definition: 'Days until an advance and its fee are paid back out of sales.',
    unit: 'days',
    better: 'less',
    formula: computed('advanceDuration', 'averageDailySales'),
  },
  advanceAprApprox: {
    label: 'Approximate yearly cost',
    definition: 'What an advance costs a year, about.',
    unit: 'percent',
    better: 'less',
    formula: computed('advanceApr', 'advanceDurationDays'),
  },
  coverage: {
    label: 'Data coverage',
    definition: 'Days of which files are there, as a share of all days.',
    unit: 'percent',
    better: 'more',
    formula: computed('coverage'),
  },
  unitsWithoutCost: {
    label: 'Units without cost',
    definition: 'Units sold of products that have no cost for their day.',
    unit: 'count',
    better: 'less',
    formula: sum('ledger.unitsWithoutCost'),
  },
  unmappedAmount: {
    label: 'Unmapped lines',
    definition: 'Amounts that no mapping knows yet, whatever their sign.',
    unit: 'money',
    better: 'less',
    formula: sum('ledger.unmappedAmount'),
  },
  netProceeds: {
    label: 'Net proceeds from Amazon',
    definition: 'All released amounts but transfers: the cash view, with VAT and billed advertising.',
    unit: 'money',
    better: 'more',
    formula: sum('ledger.netProceeds'),
  },
  reconciliationDifference: {
    label: 'Reconciliation difference',
    definition: "A settlement's total less its lines. Anything but 0.00 is an alarm.",
    unit: 'money',
    better: 'less',
    formula: sum('ledger.reconciliationDifference'),
  },
  estimatedFeeShare: {
    label: 'Estimated share of fees',
    definition: 'Estimated fees as a share of all fees, on the order basis.',
    unit: 'percent',
    better: 'less',
    formula: computed('estimatedFeeShare'),
  },
} as const satisfies Record<string, Metric>
