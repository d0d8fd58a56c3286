import type { ExplainedLines, ExplainRow } from '#contract/explain.ts'
import { PNL_LINE_IDS, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import {
  DERIVED_KINDS,
  type BridgeStep,
  type DerivedKind,
  type PayoutBridgeRowsInput,
} from '#contract/reconciliation.ts'
import type { Company } from '#server/accounts/index.ts'
import { isMemo } from '#server/ledger/settlements/reconciliation.ts'
import type { Services } from '#server/ledger/services.ts'
import type { z } from 'zod'
import { settlementLines } from './settlement-lines.ts'

/** The lines behind a number of the bridge from a settlement's profit to its payout, as `payoutBridge` adds them up. */
export const bridgeLines = (
  services: Services,
  company: Company,
  { step, ...of }: z.output<typeof PayoutBridgeRowsInput>,
  signal: AbortSignal | undefined,
): Promise<ExplainedLines> => settlementLines(services, company, { ...of, ...rowsOf(step) }, signal)

function rowsOf(step: BridgeStep): { lines: readonly PnlLine[]; kinds: readonly ExplainRow['kind'][] } {
  if (step === 'sum') return { lines: PNL_LINE_IDS, kinds: ['AMOUNT'] }
  if (step === 'netProfit') return { lines: IN_PROFIT, kinds: ['AMOUNT', ...DERIVED_KINDS] }
  return isDerived(step) ? { lines: IN_PROFIT, kinds: [step] } : { lines: [step], kinds: ['AMOUNT'] }
}

const IN_PROFIT = PNL_LINE_IDS.filter((line) => !isMemo(line))
const isDerived = (step: BridgeStep): step is DerivedKind => DERIVED_KINDS.some((kind) => kind === step)
