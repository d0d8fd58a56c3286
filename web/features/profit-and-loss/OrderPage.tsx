import { useQuery } from '@tanstack/react-query'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { askedOf } from '#web/dashboard/use-dashboard.ts'
import { ORDER_DATES } from '#web/filters/date-rules.ts'
import { PATHS } from '#web/paths.ts'
import { ButtonLink } from '#web/shell/ButtonLink.tsx'
import { Page } from '#web/shell/Page.tsx'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { orderSubject } from './order-subject.ts'
import { estimateNotes } from './pnl-notes.ts'
import { statementDashboard } from './pnl-view.ts'
import { ProfitAndLossTabs, TITLE } from './ProfitAndLossTabs.tsx'
import type { StatementBasis } from './statement-basis.ts'
import { StatementPage } from './StatementPage.tsx'

const ORDER: StatementBasis = {
  id: 'ORDER',
  dashboard: statementDashboard({
    storageName: 'order-profit-and-loss',
    dateInterval: 'WEEKLY',
    dates: ORDER_DATES,
  }),
  paperTitle: 'Profit and loss, order',
  noun: 'order',
  text: 'Orders by order date, without VAT. Fees and storage are estimated.',
  fileName: 'order-profit-and-loss',
  provisional: 'orders of the last 14 days may still be cancelled, and their refunds are still to come',
  awaited: 'No orders yet',
  leavesOut: [
    'salesVat',
    'digitalServicesFees',
    'agedInventoryFees',
    'inboundFees',
    'removalFees',
    'inventoryLosses',
    'reimbursements',
    'accountLevel',
    'subscriptionFees',
    'otherAmazonFees',
    'adjustments',
  ],
  estimated: ['referralFees', 'closingFees', 'fbaFulfilmentFees', 'monthlyStorageFees'],
  useAnswer: (input) => useAnswerQuery(trpc.profitAndLoss.getOrderData.queryOptions(input)),
  useNotes: ({ scope, onExplain }) => {
    const share = useQuery({
      ...trpc.profitAndLoss.getEstimatedFeeShare.queryOptions(scope),
      meta: { isQuiet: true },
    })
    return estimateNotes(share.data, () => onExplain('estimatedFeeShare'))
  },
}

const NO_DATA = 'Import order reports to see sales by order date, with estimated fees.'

/** The profit and loss by the day of the order, for companies with the licence. */
export const OrderPage = () => (
  <DashboardGate title={TITLE} tabs={<ProfitAndLossTabs />} days="ALL" noData={NO_DATA}>
    {(subject) => <OrderStatement subject={subject} />}
  </DashboardGate>
)

const AN_HOUR_MS = 60 * 60_000

function OrderStatement({ subject }: { subject: DashboardSubject }) {
  const company = { companyId: subject.company.id }
  const { profitAndLoss, imports } = trpc
  const licence = useQuery(profitAndLoss.getOrderProfitAndLossLicenseStatus.queryOptions(company))
  const days = useQuery({
    ...profitAndLoss.getOrderProfitAndLossAvailableDataTimeWindow.queryOptions(askedOf(subject)),
    enabled: licence.data?.isEnabled === true,
    staleTime: AN_HOUR_MS,
    gcTime: AN_HOUR_MS,
  })
  const { data: coverage } = useQuery(imports.getCoverage.queryOptions(askedOf(subject)))
  const failed = [licence, days].find(({ error }) => error !== null)
  const link = { params: company }
  if (failed)
    return (
      <OtherPage
        kind="error"
        title="The order dates could not be read"
        action={
          <Button onPress={() => void failed.refetch()} isPending={failed.isFetching}>
            Try again
          </Button>
        }
      >
        {errorText(failed.error)}
      </OtherPage>
    )
  if (licence.data?.isEnabled === false)
    return (
      <OtherPage
        title="No licence for Order P&L"
        action={
          <ButtonLink to={PATHS.subscription} {...link}>
            See subscription
          </ButtonLink>
        }
      >
        {subject.company.name} has no licence for the Order P&L.
      </OtherPage>
    )
  if (days.data === null)
    return (
      <OtherPage
        title="No orders yet"
        action={
          <ButtonLink to={PATHS.import} {...link}>
            Import files
          </ButtonLink>
        }
      >
        {subject.company.name} has no orders. {NO_DATA}
      </OtherPage>
    )
  // A moment: the page is laid out once its days are known.
  if (days.data === undefined || coverage === undefined)
    return (
      <Page title={TITLE} tabs={<ProfitAndLossTabs />}>
        {null}
      </Page>
    )
  return <StatementPage basis={ORDER} subject={orderSubject(subject, days.data, coverage)} />
}

/** In place of the statement. */
const OtherPage = (props: React.ComponentProps<typeof StateMessage>) => (
  <Page title={TITLE} tabs={<ProfitAndLossTabs />}>
    <StateMessage {...props} />
  </Page>
)
