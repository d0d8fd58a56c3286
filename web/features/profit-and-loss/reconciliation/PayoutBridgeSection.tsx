import { skipToken, useQuery } from '@tanstack/react-query'
import { parseDecimal } from '#contract/decimal.ts'
import { PNL_LINES } from '#contract/profit-and-loss-lines.ts'
import type { BridgeStep, PayoutBridge } from '#contract/reconciliation.ts'
import { stepsSheet } from '#web/charts/chart-sheet.ts'
import { LedgerWaterfall } from '#web/charts/LedgerWaterfall.tsx'
import type { LedgerStep } from '#web/charts/waterfall.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { queryStatus } from '#web/shell/query-status.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { trpc } from '#web/trpc.ts'
import { rangeText } from '#web/ui/dates.ts'
import { countText, exactText, isNegative, isZero } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { DERIVED, isBridgeStep } from './bridge-steps.ts'
import type { SettlementRow } from './settlement-rows.ts'
import styles from './ReconciliationPage.module.css'

interface PayoutBridgeSectionProps {
  asked: Pick<DashboardScope, 'companyId' | 'asOf'>
  settlement: SettlementRow | undefined
  onExplain: (step: BridgeStep) => void
}

/** How the profit of one settlement becomes what Amazon paid out for it. */
export function PayoutBridgeSection({ asked, settlement, onExplain }: PayoutBridgeSectionProps) {
  const query = useQuery(
    trpc.profitAndLoss.getPayoutBridge.queryOptions(
      settlement
        ? { ...asked, account: settlement.account, settlementId: settlement.settlementId }
        : skipToken,
    ),
  )
  const bridge = query.data
  const period = bridge?.startDate && bridge.endDate && rangeText(bridge.startDate, bridge.endDate)
  return (
    <SectionFrame
      title="From net profit to payout"
      note={bridge && [period, bridge.currency].filter(Boolean).join(', ')}
      status={
        settlement
          ? queryStatus(query)
          : {
              kind: 'empty',
              title: 'No settlement chosen',
              text: 'Select one to see how its profit becomes its payout.',
            }
      }
      height={260}
      actions={
        bridge && (
          <ExportMenu
            label="Chart data"
            content={() => ({
              sheet: stepsSheet(
                [...stepsOf(bridge), { label: resultLabel(bridge), amount: bridge.sum }],
                bridge.currency,
              ),
              facts: [
                ['Settlement', settlement!.settlementId],
                ['Account', settlement!.account],
                ['Dates', `${bridge.startDate ?? ''} to ${bridge.endDate ?? ''}`],
                ['Currency', bridge.currency],
                ...remarksOf(bridge).map((text) => ['Note', text] as const),
              ],
            })}
            fileName={`payout-bridge-${settlement!.settlementId}`}
          />
        )
      }
    >
      {bridge && <Bridge bridge={bridge} onExplain={onExplain} />}
    </SectionFrame>
  )
}

function Bridge({
  bridge,
  onExplain,
}: Pick<PayoutBridgeSectionProps, 'onExplain'> & { bridge: PayoutBridge }) {
  const amountText = (value: string | number) => exactText(String(value), bridge.currency)
  return (
    <>
      <LedgerWaterfall
        summary={`From the net profit of the settlement's lines to ${isPaid(bridge) ? 'its payout' : 'their sum'}`}
        steps={stepsOf(bridge)}
        resultLabel={resultLabel(bridge)}
        hasShares={false}
        format={{ short: amountText, full: amountText }}
        onExplain={(id = 'sum') => isBridgeStep(id) && onExplain(id)}
      />
      <p className={styles.remark}>{remarksOf(bridge).join(' ')}</p>
    </>
  )
}

const isPaid = ({ deposit, sum }: PayoutBridge): boolean =>
  deposit !== null && parseDecimal(deposit) === parseDecimal(sum)

const resultLabel = (bridge: PayoutBridge): string => (isPaid(bridge) ? 'Payout' : 'Sum of its lines')

function stepsOf({ netProfit, unitsWithoutCost, otherCurrencies, steps }: PayoutBridge): LedgerStep[] {
  const hasAllCosts = otherCurrencies.length === 0 && isZero(unitsWithoutCost)
  const label = hasAllCosts ? 'Net profit of its lines' : 'Profit, some costs missing'
  return [
    { id: 'netProfit', label, amount: netProfit, tone: isNegative(netProfit) ? 'refunds' : 'profit' },
    ...steps.map(stepOf),
  ]
}

/** What is in neither sum, and whether they agree with the payout. */
function remarksOf(bridge: PayoutBridge): string[] {
  const { currency, unitsWithoutCost, deposit, otherCurrencies } = bridge
  const costs = otherCurrencies.map(({ currency: other, amount }) => `${exactText(amount, other)} ${other}`)
  return [
    'Advertising reports and expenses do not belong to a settlement and are not included in either sum.',
    ...(costs.length > 0
      ? [`Cost of goods in other currencies is not included either: ${costs.join(' and ')}.`]
      : []),
    ...(isZero(unitsWithoutCost)
      ? []
      : [`The cost of ${countText(Number(unitsWithoutCost), 'unit')} is unknown and not included either.`]),
    ...(isPaid(bridge)
      ? []
      : [
          deposit === null
            ? 'Its file states no payout.'
            : `Its file states a payout of ${exactText(deposit, currency)}, which these lines do not add up to.`,
        ]),
  ]
}

const stepOf = (step: PayoutBridge['steps'][number]): LedgerStep =>
  step.kind === 'MEMO'
    ? { id: step.line, label: PNL_LINES[step.line].label, amount: step.amount, tone: 'fees' }
    : { id: step.kind, ...DERIVED[step.kind], amount: step.amount }
