import { useMutation } from '@tanstack/react-query'
import type { EndedSales } from '#contract/company-settings.ts'
import { useRefusal } from '#web/settings/use-team.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { dayText } from '#web/ui/dates.ts'
import { toast } from '#web/ui/toast.ts'
import { useImportsChanged } from './use-imports-changed.ts'

interface EndSalesProps {
  companyId: string
  account: string
  currency: string
  /** The last of which a file says that something was sold, or settled. */
  lastDay: string
}

/** For days of which no file will ever come, since nothing is sold any longer. */
export function EndSales({ companyId, account, currency, lastDay }: EndSalesProps) {
  const refusal = useRefusal('changeSettings')
  const setEnded = useSetEndedSales()
  const end = async () => {
    await setEnded.mutateAsync({ companyId, account, currency: currency as Code, lastDay })
    toast(`Later days of ${account}, ${currency} count as complete.`, 'positive')
  }
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" kind="tertiary" disabledReason={refusal}>
          Nothing was sold in {currency} since
        </Button>
      }
      title={`Nothing sold after ${dayText(lastDay)}?`}
      confirmLabel="Nothing was sold"
      onConfirm={() => end().catch(() => {})}
    >
      Confirm that {account} sold nothing in {currency} after {dayText(lastDay)}. Later days then count as
      complete without a file. You can undo this under “What is covered”; a settlement or an order for later
      days undoes it automatically.
    </ConfirmDialog>
  )
}

type Code = EndedSales['currency']

/** Which days are missing may be another thing then, and what is compared with them. */
export function useSetEndedSales() {
  const changed = useImportsChanged()
  return useMutation(
    trpc.companySettings.setEndedSales.mutationOptions({
      onSuccess: changed,
      onError: (error) => toast(errorText(error), 'negative'),
    }),
  )
}
