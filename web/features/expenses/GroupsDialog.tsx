import { Tag, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { EXPENSE_NAME_LENGTH, NO_CATEGORY } from '#contract/dashboards/expenses.ts'
import type { ExpenseGroup } from '#contract/expenses.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { countText } from '#web/ui/numbers.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { groupsAfter, NO_VENDOR, type GroupEdits } from './expense-lines.ts'
import type { ExpenseEdits } from './use-expense-edits.ts'
import styles from './ExpensesPage.module.css'

interface GroupsDialogProps {
  edits: Pick<ExpenseEdits, 'categories' | 'vendors'>
  refusal: string | undefined
}

/** Categories and vendors: another name, or away with where their expenses go. Saved with everything else. */
export const GroupsDialog = ({ edits, refusal }: GroupsDialogProps) => (
  <Modal
    size="lg"
    title="Categories and vendors"
    description="Type a name in a row to make a new one. What you change here is saved with “Save all”."
    trigger={
      <Button kind="ghost" size="sm" icon={Tag} foldsToIcon>
        Categories and vendors
      </Button>
    }
    actions={(close) => (
      <Button kind="primary" onPress={close}>
        Done
      </Button>
    )}
  >
    <div className={styles.groups}>
      <Groups
        title="Categories"
        none="No category yet."
        nowhere={NO_CATEGORY}
        refusal={refusal}
        {...edits.categories}
      />
      <Groups
        title="Vendors"
        none="No vendor yet."
        nowhere={NO_VENDOR}
        refusal={refusal}
        {...edits.vendors}
      />
    </div>
  </Modal>
)

interface GroupsProps {
  title: string
  none: string
  /** What its expenses are without a group. */
  nowhere: string
  groups: readonly ExpenseGroup[]
  edits: GroupEdits
  setEdits: (edits: GroupEdits) => void
  refusal: string | undefined
}

function Groups({ title, none, nowhere, groups, edits, setEdits, refusal }: GroupsProps) {
  const left = groupsAfter(groups, edits)
  return (
    <section>
      <h3>{title}</h3>
      {groups.length === 0 && <p className={styles.remark}>{none}</p>}
      {groups.map((group) => (
        <Group
          key={group.id}
          group={group}
          others={left.filter(({ id }) => id !== group.id)}
          nowhere={nowhere}
          name={edits.renamed.get(group.id) ?? group.name}
          isDeleted={edits.deleted.has(group.id)}
          refusal={refusal}
          onName={(name) => {
            const renamed = new Map(edits.renamed)
            if (name === group.name) renamed.delete(group.id)
            else renamed.set(group.id, name)
            setEdits({ ...edits, renamed })
          }}
          onDelete={(moveTo) => setEdits({ ...edits, deleted: new Map(edits.deleted).set(group.id, moveTo) })}
          onKeep={() => {
            const deleted = new Map(edits.deleted)
            deleted.delete(group.id)
            setEdits({ ...edits, deleted })
          }}
        />
      ))}
    </section>
  )
}

interface GroupProps {
  group: ExpenseGroup
  nowhere: string
  others: readonly { id: string; name: string }[]
  name: string
  isDeleted: boolean
  refusal: string | undefined
  onName: (name: string) => void
  onDelete: (moveTo: string | null) => void
  onKeep: () => void
}

const NOWHERE = 'none'

function Group({ group, nowhere, others, name, isDeleted, refusal, onName, onDelete, onKeep }: GroupProps) {
  const [typed, setTyped] = useState(name)
  const [asksWhere, setAsksWhere] = useState(false)
  const [asksWhether, setAsksWhether] = useState(false)
  const [moveTo, setMoveTo] = useState<string>(NOWHERE)
  const isTaken = others.some((other) => other.name.toLowerCase() === typed.trim().toLowerCase())
  const isShort = typed.trim().length < EXPENSE_NAME_LENGTH.min
  const error = isTaken
    ? 'This name is taken.'
    : isShort
      ? 'Give a name of at least 2 characters.'
      : undefined
  if (isDeleted)
    return (
      <div className={styles.group}>
        <s className={styles.space}>{group.name}</s>
        <Button size="sm" kind="ghost" icon={Undo2} onPress={onKeep}>
          Keep
        </Button>
      </div>
    )
  return (
    <>
      <div className={styles.group}>
        <span className={styles.space}>
          <TextField
            aria-label={`Name of ${group.name}`}
            label=""
            isWide
            maxLength={EXPENSE_NAME_LENGTH.max}
            isDisabled={refusal !== undefined}
            value={typed}
            onChange={setTyped}
            onBlur={() => error === undefined && onName(typed.trim())}
            error={error}
          />
        </span>
        <small>{countText(group.uses, 'use')}</small>
        <IconButton
          icon={Trash2}
          label={`Delete ${group.name}`}
          disabledReason={refusal}
          onPress={() => (group.uses === 0 ? setAsksWhether(true) : setAsksWhere(true))}
        />
      </div>
      <ConfirmDialog
        isOpen={asksWhether}
        onOpenChange={setAsksWhether}
        title={`Delete ${group.name}?`}
        confirmLabel="Delete"
        isWarning
        onConfirm={() => onDelete(null)}
      >
        No expense uses it. It is deleted when you choose “Save all”; until then you can keep it.
      </ConfirmDialog>
      {asksWhere && (
        <div className={styles.group}>
          <span className={styles.space}>
            <SelectField
              isWide
              label={`Where do its ${countText(group.uses, 'expense')} go?`}
              choices={[
                { value: NOWHERE, label: nowhere },
                ...others.map(({ id, name: label }) => ({ value: id, label })),
              ]}
              value={moveTo}
              onChange={setMoveTo}
            />
          </span>
          <Button size="sm" kind="ghost" onPress={() => setAsksWhere(false)}>
            Cancel
          </Button>
          <Button
            size="sm"
            onPress={() => {
              setAsksWhere(false)
              onDelete(moveTo === NOWHERE ? null : moveTo)
            }}
          >
            Delete
          </Button>
        </div>
      )}
    </>
  )
}
