import type { BridgeStep } from '#contract/reconciliation.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { SettlementRows } from '#web/explain/SettlementRows.tsx'
import { trpc } from '#web/trpc.ts'
import { Inspector } from '#web/ui/Inspector.tsx'
import { stepLabel } from './bridge-steps.ts'
import type { SettlementRow } from './settlement-rows.ts'

interface BridgeRowsDrawerProps {
  asked: Pick<DashboardScope, 'companyId' | 'asOf'>
  settlement: SettlementRow
  currency: string
  step: BridgeStep
  onClose: () => void
}

/** The lines of the settlement's file behind one number of its bridge. */
export function BridgeRowsDrawer({ asked, settlement, currency, step, onClose }: BridgeRowsDrawerProps) {
  const { account, settlementId } = settlement
  const subject = `${settlementId} ${step}`
  const label = stepLabel(step)
  return (
    <Inspector
      title={label}
      subtitle={`Settlement ${settlementId}`}
      subject={subject}
      takesFocus
      onClose={onClose}
    >
      <SettlementRows
        key={subject}
        companyId={asked.companyId}
        currencyCode={currency}
        about={ABOUT[step] ?? `What Amazon paid or charged in the settlement, in ${currency}.`}
        ask={(page, options) =>
          trpc.profitAndLoss.getPayoutBridgeRows.queryOptions(
            { ...asked, account, settlementId, step, ...page },
            options,
          )
        }
        file={{
          name: `payout-bridge-${settlementId}-${step}`,
          facts: [
            ['Number', label],
            ['Settlement', settlementId],
            ['Account', account],
            ['Currency', currency],
          ],
        }}
      />
    </Inspector>
  )
}

const TAKEN_BACK =
  'Derived from the lines of the settlement, with the sign each has in profit. The bridge reverses them.'
const ABOUT: Partial<Record<BridgeStep, string>> = {
  netProfit: 'Every line of the settlement that counts in profit, and what is derived from it.',
  COST: TAKEN_BACK,
  SALES_VAT: TAKEN_BACK,
  FEE_VAT: TAKEN_BACK,
}
