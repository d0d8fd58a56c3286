import { PATHS } from '#web/paths.ts'
import { RouteTabs } from '#web/shell/RouteTabs.tsx'

export const TITLE = 'Profit and loss'

const TRANSACTIONS = {
  label: 'Transaction P&L',
  hint: 'Based on the shipped date, with actual fees. Only released transactions; deferred ones appear about 7 days later. Best for monthly views.',
  to: PATHS.transactionProfitAndLoss,
}
const RECONCILIATION = {
  label: 'Reconciliation',
  hint: 'Each settlement against what Amazon paid out, to the cent.',
  to: PATHS.reconciliation,
}

export const ProfitAndLossTabs = () => <RouteTabs label={TITLE} tabs={[TRANSACTIONS, RECONCILIATION]} />
