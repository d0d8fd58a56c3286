import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TARGETS_SAVED_MAX } from '#contract/dashboards/executive-summary.ts'
import { addMonths, startOfMonth } from '#contract/date-range.ts'
import type { Target } from '#contract/executive-summary.ts'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { LeaveGuard } from '#web/shell/LeaveGuard.tsx'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { errorText, queryClient, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Choice } from '#web/ui/ChoiceList.tsx'
import { monthOfYearText, today } from '#web/ui/dates.ts'
import { DraftModal } from '#web/ui/DraftModal.tsx'
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

/** What is typed for a month of a place, and which target stood there then. */
interface Draft {
  place: string
  month: string
  amount: string | null
  /** What stands in the field is no amount, and takes no target away. */
  isWrong: boolean
  typedOver: string | null
}

const heldAt = (held: readonly Target[], { place, month }: Pick<Draft, 'place' | 'month'>) =>
  held.find((target) => (target.marketplace ?? ALL) === place && target.month === month)

/** What the next months are to sell, of one marketplace or of all of them. */
export function TargetsDialog({ scope, onClose }: { scope: DashboardScope; onClose: () => void }) {
  const { companyId, currencyCode, marketplaces } = scope
  const [only] = marketplaces
  const [place, setPlace] = useState(only !== undefined && marketplaces.length === 1 ? only : ALL)
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const months = Array.from({ length: MONTHS }, (_, index) =>
    addMonths(startOfMonth(today()), index).slice(0, 7),
  )
  const targets = useQuery({
    ...trpc.executiveSummary.getTargets.queryOptions({ companyId, from: months[0]!, to: months.at(-1)! }),
    staleTime: 0,
  })
  const held = targets.data ?? []
  const changed = drafts.filter(
    (draft) => draft.isWrong || draft.amount !== (heldAt(held, draft)?.amount ?? null),
  )
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
  const elsewhere = placesOf(changed).filter((one) => one !== place)
  return (
    <DraftModal
      hasUnsaved={changed.length > 0}
      onClose={onClose}
      title="Sales targets"
      description="Sales you aim for in a month, at the prices buyers see."
    >
      <LeaveGuard hasUnsaved={() => changed.length > 0} />
      <SelectField
        label="Marketplace"
        choices={PLACES}
        value={place}
        onChange={setPlace}
        searchLabel="Search marketplaces"
        isWide
      />
      <QueryBody title="The targets" query={targets}>
        {() => (
          <>
            {/* Fields keep what is wrong in them, so that those of other places stay. */}
            {[...new Set([...placesOf(drafts), place])].map((one) => (
              <div key={one} hidden={one !== place}>
                <Months
                  place={one}
                  months={months}
                  currencyCode={currencyCode}
                  held={held}
                  drafts={drafts}
                  onType={(draft) =>
                    setDrafts((before) => [...before.filter((other) => !isSame(other, draft)), draft])
                  }
                />
              </div>
            ))}
            {save.error && <Alert appearance="negative">{errorText(save.error)}</Alert>}
            <div className={styles.targetAct}>
              {elsewhere.length > 0 && (
                <span>Saves what you typed for {elsewhere.map(nameOf).join(', ')} too.</span>
              )}
              <Button
                kind="primary"
                isPending={save.isPending}
                disabledReason={reasonOf(changed)}
                onPress={() =>
                  save.mutate({
                    companyId,
                    targets: changed.map((draft) => {
                      const target = heldAt(held, draft)
                      const { amount } = draft
                      return {
                        marketplace: draft.place === ALL ? null : draft.place,
                        month: draft.month,
                        amount: amount === null || Number(amount) === 0 ? null : amount,
                        currency: (target?.currency ?? currencyCode) as typeof currencyCode,
                        updatedAt: target?.updatedAt ?? null,
                      }
                    }),
                  })
                }
              >
                Save targets
              </Button>
            </div>
          </>
        )}
      </QueryBody>
    </DraftModal>
  )
}

const isSame = (one: Draft, other: Pick<Draft, 'place' | 'month'>): boolean =>
  one.place === other.place && one.month === other.month
const placesOf = (drafts: readonly Draft[]): string[] => [...new Set(drafts.map(({ place }) => place))]
const nameOf = (place: string): string => PLACES.find(({ value }) => value === place)?.label ?? place

function reasonOf(changed: readonly Draft[]): string | undefined {
  const wrong = changed.find(({ isWrong }) => isWrong)
  if (wrong) return `Correct the amounts of ${nameOf(wrong.place)} first.`
  if (changed.length === 0) return 'Nothing has changed.'
  if (changed.length > TARGETS_SAVED_MAX) return `Save at most ${TARGETS_SAVED_MAX} amounts at once.`
  return undefined
}

interface MonthsProps {
  place: string
  months: readonly string[]
  currencyCode: string
  held: readonly Target[]
  drafts: readonly Draft[]
  onType: (draft: Draft) => void
}

function Months({ place, months, currencyCode, held, drafts, onType }: MonthsProps) {
  return (
    <div className={styles.targetMonths}>
      {months.map((month) => {
        const target = heldAt(held, { place, month })
        const draft = drafts.find((one) => isSame(one, { place, month }))
        const isTheirs = draft !== undefined && draft.typedOver !== (target?.updatedAt ?? null)
        return (
          <MoneyField
            key={month}
            label={monthOfYearText(`${month}-01`)}
            currencyCode={target?.currency ?? currencyCode}
            value={draft ? draft.amount : (target?.amount ?? null)}
            min="0"
            helper={isTheirs ? theirsText(target) : undefined}
            onChange={(amount, problem) =>
              onType({
                place,
                month,
                amount,
                isWrong: problem !== undefined,
                typedOver: draft ? draft.typedOver : (target?.updatedAt ?? null),
              })
            }
          />
        )
      })}
    </div>
  )
}

const theirsText = (target: Target | undefined): string =>
  target ? `Somebody else set ${moneyText(target.amount, target.currency)}` : 'Someone else removed it'
