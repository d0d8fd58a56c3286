import { useState } from 'react'
import { BLOCK_REASONS, type AdminCompany, type BlockReason } from '#contract/admin.ts'
import { trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { useCompanyChange } from './use-company-change.ts'

const REASONS: Record<BlockReason, string> = {
  ADMIN_BLOCKED: 'Blocked by an administrator',
  LICENSE_EXPIRED: 'The licence has expired',
}

interface BlockDialogProps {
  company: AdminCompany
  trigger: React.ReactElement
}

/** Asks why a company is blocked, and then blocks it. */
export function BlockDialog({ company: { id, name }, trigger }: BlockDialogProps) {
  const [reason, setReason] = useState<BlockReason>('ADMIN_BLOCKED')
  const block = useCompanyChange(trpc.threefinAdmin.blockCompany.mutationOptions())
  return (
    <Modal
      isAlert
      trigger={trigger}
      title={`Block ${name}?`}
      description="Its members see “Access revoked.” within five minutes, and all its requests are refused from now on. Nothing is deleted, and running imports continue."
      actions={(close) => (
        <>
          <Button onPress={close}>Cancel</Button>
          <Button
            kind="destructive"
            isPending={block.isPending}
            onPress={() => block.mutate({ companyId: id, reason }, { onSuccess: close })}
          >
            Block
          </Button>
        </>
      )}
    >
      <SelectField
        isWide
        label="Reason"
        choices={BLOCK_REASONS.map((value) => ({ value, label: REASONS[value] }))}
        value={reason}
        onChange={setReason}
      />
    </Modal>
  )
}
