import { useQuery } from '@tanstack/react-query'
import { PATHS } from '#web/paths.ts'
import type { SearchParams } from '#web/search-params.ts'
import { RouteTabs } from '#web/shell/RouteTabs.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'

export const TITLE = 'Profit and loss'

const TRANSACTIONS = {
  label: 'Transaction P&L',
  hint: 'Based on the shipped date, with actual fees. Only released transactions; deferred ones appear about 7 days later. Best for monthly views.',
  to: PATHS.transactionProfitAndLoss,
}
const ORDERS = {
  label: 'Order P&L',
  hint: 'Based on the order date. Cancelled orders and VAT are left out. Updated daily with estimated fees. Suits daily or weekly views.',
  to: PATHS.orderProfitAndLoss,
}
const RECONCILIATION = {
  label: 'Reconciliation',
  hint: 'Each settlement against what Amazon paid out, to the cent.',
  to: PATHS.reconciliation,
}

/** What narrows the numbers is the same for both; their days and how they are set are each one's own. */
const COMMON = ['asOf', 'marketplaces', 'currencyCode', 'products', 'tags', 'categories', 'brandNames']
const common = (search: SearchParams): SearchParams =>
  Object.fromEntries(COMMON.map((name) => [name, search[name]]))

/** Both bases of the statement, orders only for companies with the licence, and the proof of them. */
export function ProfitAndLossTabs() {
  const { company } = useCompany()
  const { data } = useQuery({
    ...trpc.profitAndLoss.getOrderProfitAndLossLicenseStatus.queryOptions({ companyId: company.id }),
    meta: { isQuiet: true },
  })
  return (
    <RouteTabs
      label={TITLE}
      tabs={data?.isEnabled ? [TRANSACTIONS, ORDERS, RECONCILIATION] : [TRANSACTIONS, RECONCILIATION]}
      search={common}
    />
  )
}
