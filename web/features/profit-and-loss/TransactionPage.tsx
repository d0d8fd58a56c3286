import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { askedOf } from '#web/dashboard/use-dashboard.ts'
import { trpc } from '#web/trpc.ts'
import { settlementNotes } from './pnl-notes.ts'
import { pnlDashboard } from './pnl-view.ts'
import { ProfitAndLossTabs, TITLE } from './ProfitAndLossTabs.tsx'
import type { StatementBasis } from './statement-basis.ts'
import { StatementPage } from './StatementPage.tsx'

const TRANSACTION: StatementBasis = {
  id: 'TRANSACTION',
  dashboard: pnlDashboard,
  paperTitle: 'Profit and loss, transaction',
  noun: 'transaction',
  text: 'Released transactions by shipped date. Deferred ones appear about 7 days later.',
  fileName: 'profit-and-loss',
  provisional: 'transactions of the last 14 days, and what Amazon holds back, are still being released',
  awaited: 'Not settled yet',
  leavesOut: [],
  estimated: [],
  useAnswer: (input) => useAnswerQuery(trpc.profitAndLoss.getData.queryOptions(input)),
  useNotes: ({ subject, range }) => {
    const settlements = useQuery({
      ...trpc.profitAndLoss.getSettlements.queryOptions(askedOf(subject)),
      meta: { isQuiet: true },
    })
    return settlementNotes(settlements.data ?? [], range)
  },
}

/** The profit and loss of released transactions. */
export const TransactionPage = () => (
  <DashboardGate
    title={TITLE}
    tabs={<ProfitAndLossTabs />}
    noData="Import settlement reports to build the statement from their lines."
  >
    {(subject) => <StatementPage basis={TRANSACTION} subject={subject} />}
  </DashboardGate>
)

// Behind the frame that both have, and not for whoever opens the first dashboard.
export const OrderPage = lazy(async () => ({ default: (await import('./OrderPage.tsx')).OrderPage }))
