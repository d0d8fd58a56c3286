import { Copy, Lock, Trash2, Undo2 } from 'lucide-react'
import { SAVING } from '#web/table/SaveBar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { dayOfMoment, dayText } from '#web/ui/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { isZero, moneyText } from '#web/ui/numbers.ts'
import { minus, type ExpenseDraft, type ExpenseLine } from './expense-lines.ts'
import type { ExpenseEdits } from './use-expense-edits.ts'
import styles from './ExpensesPage.module.css'

/** Whether it is saved, or what is wrong with it; who changed it, or which file it stands in. */
export function RowState({
  line: { id, kind, saved },
  edits: { drafts, errors, deleted },
}: {
  line: ExpenseLine
  edits: ExpenseEdits
}) {
  const draft = drafts.get(id)
  const [problem] = errors.find(({ line }) => line.id === id)?.problems ?? []
  if (deleted.has(id))
    return (
      <span className={styles.state}>
        <Badge kind="negative">Deleted</Badge>
      </span>
    )
  if (draft)
    return (
      <span className={styles.state}>
        <Badge kind={problem && kind !== 'new' ? 'negative' : 'info'}>
          {kind === 'new' ? 'New' : problem ? 'To mend' : 'Changed'}
        </Badge>
        {kind === 'new' && <code>{id}</code>}
        {problem && (
          // A row that was just added lacks something, and is not wrong yet.
          <span className={cx(styles.reason, kind !== 'new' && styles.problem)}>{problemText(problem)}</span>
        )}
      </span>
    )
  if (saved?.file)
    return (
      <span className={styles.state} title={`${saved.file.fileName}, row ${saved.file.lineNumber}`}>
        <Icon of={Lock} size={12} />
        <span>{saved.file.fileName}</span>
      </span>
    )
  if (!saved?.entered) return null
  const { changedAt, changedBy } = saved.entered
  return (
    <span className={styles.state} title={`Changed by ${changedBy}`}>
      <span>
        {dayText(dayOfMoment(new Date(changedAt)))}, {changedBy}
      </span>
    </span>
  )
}

/** Why a row cannot be saved. */
export const problemText = ({ column, text, lacks }: ExpenseDraft['problems'][number]): string =>
  lacks ? `${COLUMN_NAMES[column] ?? column} is missing` : text

const COLUMN_NAMES: Record<string, string> = {
  name: 'Name',
  amount: 'Amount',
  category: 'Category',
  currency: 'Currency',
  startDate: 'Start',
  marketplace: 'Marketplace',
  frequency: 'Frequency',
}

interface RowActionsProps {
  line: ExpenseLine
  edits: ExpenseEdits
  refusal: string | undefined
}

/** What can be done with one row. */
export function RowActions({ line, edits, refusal }: RowActionsProps) {
  const { id, kind, values, saved } = line
  const name = values.name ?? id
  if (kind === 'totals') return null
  const isUnsaved = edits.drafts.has(id) || edits.deleted.has(id)
  return (
    <span className={styles.actions}>
      <IconButton
        icon={Copy}
        size="xs"
        label={`Duplicate ${name}`}
        disabledReason={refusal}
        onPress={() => edits.add(edits.drafts.get(id)?.values ?? values)}
      />
      {isUnsaved ? (
        <IconButton
          icon={Undo2}
          size="xs"
          label={kind === 'new' ? `Remove ${name}` : `Revert ${name}`}
          disabledReason={edits.bar.isSaving ? SAVING : undefined}
          onPress={() => edits.forget(id)}
        />
      ) : (
        <IconButton
          icon={Trash2}
          size="xs"
          label={`Delete ${name}`}
          disabledReason={
            refusal ??
            (saved?.file
              ? `This expense comes from ${saved.file.fileName}. Undo that import to delete it.`
              : undefined)
          }
          onPress={() => edits.remove(id)}
        />
      )}
    </span>
  )
}

interface EffectProps {
  edits: ExpenseEdits
  currencyCode: string
  today: string | undefined
}

/** What saving does to net profit, once more where it is done. */
export function Effect({ edits: { preview }, currencyCode, today }: EffectProps) {
  if (!preview || !today) return null
  const part = (label: string, spent: string | null) => {
    const change = minus('0', spent)
    return change === null || isZero(change) ? null : `${label} ${moneyText(change, currencyCode)}`
  }
  const parts = [part('to today', preview.toToday), part('planned', preview.planned)].filter(
    (one) => one !== null,
  )
  return <span>{parts.length > 0 && `Net profit ${parts.join(', ')}`}</span>
}
