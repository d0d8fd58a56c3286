import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Calendar, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { CustomSummary, SummaryColumnKind } from '#contract/custom-summary-columns.ts'
import { addMonths, isDay, later, type DateRange } from '#contract/date-range.ts'
import { CUSTOM_SUMMARIES_MAX, customPeriods, PNL_DAYS_MAX } from '#contract/periods.ts'
import { lastDaysOf } from '#web/filters/date-rules.ts'
import { DateRangePanel } from '#web/filters/DateRangePanel.tsx'
import { readStored, writeStored } from '#web/stored.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { compactRangeText } from '#web/ui/dates.ts'
import { FilterPopover } from '#web/ui/FilterPopover.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './CustomColumns.module.css'
import type { CommonView } from './dashboard-view.ts'
import type { DashboardFrame } from './use-dashboard.ts'

/** Of a page whose view holds the ids of the columns that are shown. */
type ColumnsFrame = DashboardFrame<CommonView & { columns: string[] }>

interface CustomColumnsProps {
  kind: SummaryColumnKind
  frame: ColumnsFrame
  onClose: () => void
}

/** The columns that somebody gave dates of their own: which are shown, and one more. */
export const CustomColumns = ({ kind, frame, onClose }: CustomColumnsProps) => (
  <Modal
    isOpen
    onOpenChange={(isOpen) => !isOpen && onClose()}
    size="md"
    title="Columns with custom dates"
    description="Add columns for date ranges of your own. A comparison is optional."
    note="Saved with your account. Only you can see them."
    actions={<Button onPress={onClose}>Done</Button>}
  >
    <Columns kind={kind} frame={frame} />
  </Modal>
)

function Columns({ kind, frame }: Omit<CustomColumnsProps, 'onClose'>) {
  const queryClient = useQueryClient()
  const { profitAndLoss } = trpc
  const { companyId } = frame.scope
  const place = { companyId, kind }
  const { columns: shown } = frame.view
  const show = (columns: string[]) => frame.change({ columns }, true)
  const { data: columns, error } = useQuery(profitAndLoss.getCustomSummaryColumns.queryOptions(place))
  const settled = {
    onError: (problem: unknown) => toast(errorText(problem), 'negative'),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: profitAndLoss.getCustomSummaryColumns.queryKey(place) }),
  }
  const create = useMutation(profitAndLoss.createCustomSummaryColumn.mutationOptions(settled))
  const remove = useMutation(profitAndLoss.deleteCustomSummaryColumn.mutationOptions(settled))
  if (error) return <p className={styles.none}>{errorText(error)}</p>
  if (!columns) return <p className={styles.none}>Reading your columns…</p>
  return (
    <>
      {columns.length === 0 ? (
        <p className={styles.none}>No custom columns yet.</p>
      ) : (
        <ul className={styles.list} aria-label="Columns">
          {columns.map((column) => {
            const { id } = column
            const name = nameOf(column)
            return (
              <li key={id} className={styles.column}>
                <Checkbox
                  isSelected={shown.includes(id)}
                  onChange={(isShown) =>
                    show(isShown ? [...shown, id] : shown.filter((other) => other !== id))
                  }
                >
                  {name}
                </Checkbox>
                <ConfirmDialog
                  trigger={<IconButton icon={Trash2} label={`Delete ${name}`} />}
                  title="Delete this column?"
                  confirmLabel="Delete"
                  isWarning
                  onConfirm={() =>
                    remove
                      .mutateAsync({ ...place, id })
                      .then(() => show(shown.filter((other) => other !== id)))
                  }
                >
                  {name}
                </ConfirmDialog>
              </li>
            )
          })}
        </ul>
      )}
      <NewColumn
        kind={kind}
        frame={frame}
        isFull={columns.length >= CUSTOM_SUMMARIES_MAX}
        isPending={create.isPending}
        onCreate={(dates) =>
          create.mutate(
            { ...place, ...dates },
            { onSuccess: ({ id }) => show([...shown.filter((other) => other !== id), id]) },
          )
        }
      />
    </>
  )
}

function nameOf(column: CustomSummary): string {
  const { period, comparison } = customPeriods(column)
  const text = ({ start, end }: DateRange) => compactRangeText(start, end)
  return comparison ? `${text(period)} vs ${text(comparison)}` : text(period)
}

interface NewColumnProps {
  kind: SummaryColumnKind
  frame: ColumnsFrame
  isFull: boolean
  isPending: boolean
  onCreate: (dates: CustomSummary) => void
}

function NewColumn({ kind, frame, isFull, isPending, onCreate }: NewColumnProps) {
  const { startDate: start, endDate: end } = frame.view
  const [main, setMain] = useState<DateRange>({ start, end })
  const [comparison, setComparison] = useComparison(frame.scope.companyId, kind)
  const problem = isFull ? `There are ${CUSTOM_SUMMARIES_MAX} columns already. Delete one first.` : undefined
  const create = () => {
    const dates: CustomSummary = {
      mainDateRangeStart: main.start,
      mainDateRangeEnd: main.end,
      ...(comparison && {
        comparisonDateRangeStart: comparison.start,
        comparisonDateRangeEnd: comparison.end,
      }),
    }
    onCreate(dates)
  }
  return (
    <div className={styles.fresh}>
      <Dates label="Dates" frame={frame} value={main} onChange={setMain} />
      <Dates label="Compare to" frame={frame} value={comparison} onChange={setComparison} />
      {comparison && <IconButton icon={X} label="No comparison" onPress={() => setComparison(null)} />}
      <Button kind="primary" isPending={isPending} disabledReason={problem} onPress={create}>
        Add column
      </Button>
    </div>
  )
}

/** What a column is compared with; of orders as it was chosen last, also on another visit. */
function useComparison(companyId: string, kind: SummaryColumnKind) {
  const key = `orderProfitAndLossComparisonDateRange.${companyId}`
  const [comparison, setComparison] = useState(() => (kind === 'ORDER' ? rangeIn(readStored(key)) : null))
  const choose = (range: DateRange | null) => {
    setComparison(range)
    if (kind === 'ORDER') writeStored(key, range && { startDate: range.start, endDate: range.end })
  }
  return [comparison, choose] as const
}

function rangeIn(stored: unknown): DateRange | null {
  const { startDate: start, endDate: end } = Object(stored) as Record<string, unknown>
  if (typeof start !== 'string' || typeof end !== 'string') return null
  return isDay(start) && isDay(end) && start <= end ? { start, end } : null
}

interface DatesProps {
  label: string
  frame: ColumnsFrame
  value: DateRange | null
  onChange: (range: DateRange) => void
}

const Dates = ({ label, frame: { subject, context }, value, onChange }: DatesProps) => (
  <FilterPopover
    label={label}
    isLabelShown
    shown={
      <>
        <Icon of={Calendar} size={14} />
        {value ? compactRangeText(value.start, value.end) : 'No comparison'}
      </>
    }
    load={async () => undefined}
  >
    {(close) => (
      <DateRangePanel
        value={value}
        // What is compared may lie a year before the first day with data.
        min={addMonths(subject.firstDay, -12)}
        max={later(subject.lastDay, context.today)}
        daysMax={PNL_DAYS_MAX}
        takesFocus
        onCancel={close}
        onApply={(range) => {
          onChange(lastDaysOf(range, PNL_DAYS_MAX))
          close()
        }}
      />
    )}
  </FilterPopover>
)
