import { PNL_LINES } from '#contract/profit-and-loss-lines.ts'
import { BRIDGE_STEPS, type BridgeStep, type DerivedKind } from '#contract/reconciliation.ts'
import type { ChartTone } from '#web/charts/chart-series.ts'

export const DERIVED: Record<DerivedKind, { label: string; tone: ChartTone }> = {
  COST: { label: 'Cost of goods, not paid to Amazon', tone: 'cogs' },
  SALES_VAT: { label: 'VAT in sales, paid out to you', tone: 'other' },
  FEE_VAT: { label: 'VAT in Amazon fees, charged to you', tone: 'other' },
}

export const isBridgeStep = (text: string): text is BridgeStep => BRIDGE_STEPS.some((step) => step === text)

export function stepLabel(step: BridgeStep): string {
  if (step === 'sum') return 'Sum of its lines'
  return step in DERIVED
    ? DERIVED[step as DerivedKind].label
    : PNL_LINES[step as keyof typeof PNL_LINES].label
}
