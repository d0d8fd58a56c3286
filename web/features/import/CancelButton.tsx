import { useMutation } from '@tanstack/react-query'
import type { ImportRecord } from '#contract/imports.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { useRefusalIn } from '#web/settings/use-team.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useImportsChanged } from './use-imports-changed.ts'

interface CancelButtonProps {
  record: Pick<ImportRecord, 'companyId' | 'id' | 'fileName'>
  onCancelled?: () => void
}

/** Ends an import that is under way or waits for an answer; the file is kept. */
export function CancelButton({ record: { companyId, id, fileName }, onCancelled }: CancelButtonProps) {
  const importsChanged = useImportsChanged()
  const refusal = useRefusalIn(companyId, 'importFiles')
  const cancel = useMutation(
    trpc.imports.cancel.mutationOptions({
      onSettled: () => {
        onCancelled?.()
        return importsChanged()
      },
      onError: (error) => toast(errorText(error), 'negative'),
    }),
  )
  return (
    <Button
      size="sm"
      aria-label={`Cancel ${fileName}`}
      isPending={cancel.isPending}
      disabledReason={refusal}
      onPress={() => cancel.mutate({ companyId, importId: id })}
    >
      Cancel
    </Button>
  )
}
