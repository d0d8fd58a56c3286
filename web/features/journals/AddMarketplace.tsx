import { Plus } from 'lucide-react'
import { useState } from 'react'
import { JOURNAL_SUBJECTS, subjectLabel, type JournalSubject } from '#contract/journal-accounts.ts'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import type { AccountLine } from './account-lines.ts'
import styles from './JournalsPage.module.css'

type Place = Pick<AccountLine, 'subject' | 'marketplace'>

interface AddMarketplaceProps {
  refusal: string | undefined
  onAdd: (place: Place) => void
}

/** A row for a line that one marketplace books to another account. */
export function AddMarketplace({ refusal, onAdd }: AddMarketplaceProps) {
  const [isOpen, setOpen] = useState(false)
  const [subject, setSubject] = useState<JournalSubject | null>(null)
  const [marketplace, setMarketplace] = useState<Place['marketplace']>(null)
  return (
    <Modal
      title="Another account for a marketplace"
      description="The line gets a row of its own for the marketplace. Type its account there and save."
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" icon={Plus} disabledReason={refusal}>
          Marketplace
        </Button>
      }
    >
      <div className={styles.dialog}>
        <SelectField
          label="Line"
          choices={JOURNAL_SUBJECTS.filter((one) => one !== 'PAYOUT' && one !== 'CARRIED_OVER').map(
            (one) => ({
              value: one,
              label: subjectLabel(one),
            }),
          )}
          value={subject}
          onChange={setSubject}
          searchLabel="Search lines"
          isWide
        />
        <SelectField
          label="Marketplace"
          choices={MARKETPLACES.map(({ code, label }) => ({
            value: code as NonNullable<Place['marketplace']>,
            label,
          }))}
          value={marketplace}
          onChange={setMarketplace}
          searchLabel="Search marketplaces"
          isWide
        />
        <div className={styles.acts}>
          <Button
            kind="primary"
            disabledReason={subject && marketplace ? undefined : 'Choose a line and a marketplace.'}
            onPress={() => {
              if (subject) onAdd({ subject, marketplace })
              setOpen(false)
            }}
          >
            Add row
          </Button>
        </div>
      </div>
    </Modal>
  )
}
