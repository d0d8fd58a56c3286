import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addMonths, startOfMonth } from '#contract/date-range.ts'
import type { Target } from '#contract/executive-summary.ts'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { errorText, queryClient, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Choice } from '#web/ui/ChoiceList.tsx'
import { monthOfYearText, today } from '#web/ui/dates.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { moneyText } from '#web/ui/numbers.ts'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './ExecutiveSummary.module.css'

/** The month in progress and those after it are set at once. */
const MONTHS = 6
const ALL = 'ALL'

const PLACES: Choice<string>[] = [
  { value: ALL, label: 'All marketplaces' },
  ...MARKETPLACES.map(({ code, label }) => ({ value: code, label })),
]

/** What the next months are to sell, of one marketplace or of all of them. */
export function TargetsDialog({ scope, onClose }: { scope: DashboardScope; onClose: () => void }) {
  const { companyId, marketplaces } = scope
  const [only] = marketplaces
  const [place, setPlace] = useState(only !== undefined && marketplaces.length === 1 ? only : ALL)
  const months = Array.from({ length: MONTHS }, (_, index) =>
    addMonths(startOfMonth(today()), index).slice(0, 7),
  )
  const targets = useQuery({
    ...trpc.executiveSummary.getTargets.queryOptions({ companyId, from: months[0]!, to: months.at(-1)! }),
    staleTime: 0,
  })
  return (
    <Modal
      isOpen
      onOpenChange={onClose}
      title="Sales targets"
      description="Sales you aim for in a month, at the prices buyers see."
    >
      <SelectField
        label="Marketplace"
        choices={PLACES}
        value={place}
        onChange={setPlace}
        searchLabel="Search marketplaces"
        isWide
      />
      <QueryBody title="The targets" query={targets}>
        {(held) => (
          <Months
            key={place}
            scope={scope}
            place={place}
            months={months}
            held={held.filter(({ marketplace }) => (marketplace ?? ALL) === place)}
            onClose={onClose}
          />
        )}
      </QueryBody>
    </Modal>
  )
}

/** What is typed for a month, and which target stood there then. */
interface Draft {
  amount: string | null
  /** What stands in the field is no amount, and takes no target away. */
  isWrong: boolean
  typedOver: string | null
}

interface MonthsProps {
  scope: DashboardScope
  place: string
  months: readonly string[]
  held: readonly Target[]
  onClose: () => void
}

function Months({ scope: { companyId, currencyCode }, place, months, held, onClose }: MonthsProps) {
  const heldIn = (month: string) => held.find((target) => target.month === month)
  const amountHeld = (month: string) => heldIn(month)?.amount ?? null
  const [drafts, setDrafts] = useState<Record<string, Draft>>({})
  const changed = months.filter((month) => {
    const draft = drafts[month]
    return draft !== undefined && draft.amount !== amountHeld(month)
  })
  const theirs = (month: string) => {
    const draft = drafts[month]
    const target = heldIn(month)
    if (!draft || draft.typedOver === (target?.updatedAt ?? null)) return undefined
    return target
      ? `Somebody else set ${moneyText(target.amount, target.currency)}`
      : 'Someone else removed it'
  }
  const save = useMutation(
    trpc.executiveSummary.saveTargets.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: trpc.executiveSummary.pathKey() })
        toast('Targets saved.', 'positive')
        onClose()
      },
      // What somebody else has set meanwhile is shown beside what is typed here.
      onError: () => queryClient.refetchQueries(trpc.executiveSummary.getTargets.pathFilter()),
    }),
  )
  return (
    <>
      <div className={styles.targetMonths}>
        {months.map((month) => {
          const currency = heldIn(month)?.currency ?? currencyCode
          return (
            <MoneyField
              key={month}
              label={monthOfYearText(`${month}-01`)}
              currencyCode={currency}
              value={drafts[month] ? drafts[month].amount : amountHeld(month)}
              min="0"
              helper={theirs(month)}
              onChange={(amount, problem) =>
                setDrafts((before) => ({
                  ...before,
                  [month]: {
                    amount,
                    isWrong: problem !== undefined,
                    typedOver: before[month] ? before[month].typedOver : (heldIn(month)?.updatedAt ?? null),
                  },
                }))
              }
            />
          )
        })}
      </div>
      {save.error && <Alert appearance="negative">{errorText(save.error)}</Alert>}
      <div className={styles.targetAct}>
        <Button
          kind="primary"
          isPending={save.isPending}
          disabledReason={
            months.some((month) => drafts[month]?.isWrong)
              ? 'Correct the amounts first.'
              : changed.length === 0
                ? 'Nothing has changed.'
                : undefined
          }
          onPress={() =>
            save.mutate({
              companyId,
              targets: changed.map((month) => {
                const amount = drafts[month]?.amount ?? null
                return {
                  marketplace: place === ALL ? null : place,
                  month,
                  amount: amount === null || Number(amount) === 0 ? null : amount,
                  currency: (heldIn(month)?.currency ?? currencyCode) as typeof currencyCode,
                  updatedAt: heldIn(month)?.updatedAt ?? null,
                }
              }),
            })
          }
        >
          Save targets
        </Button>
      </div>
    </>
  )
}
