import { useState } from 'react'
import type { CurrencyCode } from '#contract/currencies.ts'
import { tagsIn, tagsProblem, TAG_LENGTH_MAX } from '#contract/dashboards/product-master.ts'
import type { ProductMasterRow } from '#contract/product-master.ts'
import { Button } from '#web/ui/Button.tsx'
import { DraftModal } from '#web/ui/DraftModal.tsx'
import { countText } from '#web/ui/numbers.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { BulkCostChange } from './BulkCostChange.tsx'
import { CostForm, newCost } from './CostForm.tsx'
import type { BulkEdit } from './product-lines.ts'
import { useSaveCosts } from './use-save-costs.ts'
import styles from './CostForm.module.css'

interface BulkActionsProps {
  companyId: string
  currencyCode: CurrencyCode
  chosen: ReadonlySet<string>
  known: ReadonlyMap<string, ProductMasterRow>
  refusal: string | undefined
  onEdit: (edit: BulkEdit) => void
  onDone: () => void
}

/** What can be done with all chosen products at once; each says first how many rows it changes. */
export function BulkActions(props: BulkActionsProps) {
  const { chosen, refusal, onEdit } = props
  const [open, setOpen] = useState<'cost' | 'percent' | 'copy' | BulkEdit['kind'] | null>(null)
  const [isTyped, setTyped] = useState(false)
  const close = () => {
    setOpen(null)
    setTyped(false)
  }
  const act = (kind: NonNullable<typeof open>, label: string) => (
    <Button
      size="sm"
      kind={kind === 'cost' ? 'primary' : 'secondary'}
      disabledReason={refusal}
      onPress={() => setOpen(kind)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {act('cost', 'Set cost')}
      {act('percent', 'Change by percent')}
      {act('copy', 'Copy costs')}
      {act('category', 'Category')}
      {act('addTags', 'Add tags')}
      {act('removeTags', 'Remove tags')}
      {open === 'cost' && (
        <DraftModal
          hasUnsaved={isTyped}
          onClose={close}
          title={`Set the cost of ${countText(chosen.size, 'product')}`}
          description="Each product gets a new cost period, which ends the previous one."
        >
          <BulkCost {...props} onType={() => setTyped(true)} onClose={close} />
        </DraftModal>
      )}
      {(open === 'percent' || open === 'copy') && (
        <DraftModal
          hasUnsaved={isTyped}
          onClose={close}
          size="md"
          title={
            open === 'percent'
              ? `Change the costs of ${countText(chosen.size, 'product')} by percent`
              : `Copy the costs of ${countText(chosen.size, 'product')}`
          }
          description={
            open === 'percent'
              ? 'From that day on, each cost in effect is replaced by one that is higher or lower by this percentage.'
              : 'The cost in effect on that day is copied to other marketplaces, from that day until it ends.'
          }
        >
          <BulkCostChange
            companyId={props.companyId}
            kind={open}
            skus={[...chosen]}
            onDone={() => {
              close()
              props.onDone()
            }}
            onType={() => setTyped(true)}
            onClose={close}
          />
        </DraftModal>
      )}
      {(open === 'category' || open === 'addTags' || open === 'removeTags') && (
        <BulkText
          kind={open}
          count={chosen.size}
          onClose={close}
          onSave={(edit) => {
            onEdit(edit)
            close()
          }}
        />
      )}
    </>
  )
}

function BulkCost({
  companyId,
  currencyCode,
  chosen,
  onDone,
  onType,
  onClose,
}: BulkActionsProps & { onType: () => void; onClose: () => void }) {
  const saving = useSaveCosts(companyId)
  const skus = [...chosen]
  return (
    <CostForm
      initial={newCost(currencyCode, null)}
      others={[]}
      skus={skus}
      saveLabel={`Set ${countText(skus.length, 'cost')}`}
      isSaving={saving.isSaving}
      failure={saving.failure}
      refusal={undefined}
      onType={onType}
      onCancel={onClose}
      onSave={(cost) =>
        void saving
          .save(
            { created: skus.map((sku) => ({ ...cost, sku })) },
            `${countText(skus.length, 'cost')} saved. All numbers are updated.`,
          )
          .then((isSaved) => isSaved && onDone())
      }
    />
  )
}

const WORDS = {
  category: { title: 'Category', label: 'Category', helper: 'Empty: none', act: 'Set category' },
  addTags: { title: 'Add tags', label: 'Tags', helper: 'Separated by commas', act: 'Add tags' },
  removeTags: { title: 'Remove tags', label: 'Tags', helper: 'Separated by commas', act: 'Remove tags' },
} as const

interface BulkTextProps {
  kind: BulkEdit['kind']
  count: number
  onClose: () => void
  onSave: (edit: BulkEdit) => void
}

/** It is typed into the rows, and saved or taken back with everything else that is typed. */
function BulkText({ kind, count, onClose, onSave }: BulkTextProps) {
  const [text, setText] = useState('')
  const { title, label, helper, act } = WORDS[kind]
  const tags = tagsIn(text)
  const problem =
    kind === 'category'
      ? text.trim().length > TAG_LENGTH_MAX
        ? `At most ${TAG_LENGTH_MAX} characters.`
        : undefined
      : tagsProblem(text)
  const reason = problem ?? (kind !== 'category' && tags.length === 0 ? 'Name a tag.' : undefined)
  const save = () => {
    if (reason !== undefined) return
    onSave(kind === 'category' ? { kind, category: text.trim() } : { kind, tags })
  }
  return (
    <DraftModal
      hasUnsaved={text !== ''}
      onClose={onClose}
      size="sm"
      title={`${title}, ${countText(count, 'product')}`}
      description="The rows are changed on the page, and saved with “Save all”."
      actions={
        <>
          <Button kind="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button kind="primary" disabledReason={reason} onPress={save}>
            {act}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextField
          label={label}
          isWide
          // The dialog was opened to type this.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={text}
          onChange={setText}
          {...(problem === undefined ? { helper } : { error: problem })}
        />
      </form>
    </DraftModal>
  )
}
