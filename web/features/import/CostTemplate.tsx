import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { saveFile } from '#web/table/save-file.ts'
import { errorText, getCostTemplate } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { countText } from '#web/ui/numbers.ts'
import styles from './CostTemplate.module.css'

/** Hands out the workbook in which people write what their products cost. */
export function CostTemplate({ companyId }: { companyId: string }) {
  const download = useMutation({
    mutationFn: () => getCostTemplate(companyId),
    onSuccess: ({ fileName, workbook }) => {
      const bytes = Uint8Array.from(atob(workbook), (character) => character.charCodeAt(0))
      saveFile(fileName, new Blob([bytes]))
    },
  })
  return (
    <p className={styles.line}>
      What your products cost comes from you.
      <Button
        kind="tertiary"
        size="sm"
        icon={Download}
        isPending={download.isPending}
        onPress={() => download.mutate()}
      >
        Download a template
      </Button>
      <output>
        {download.data && `It lists ${countText(download.data.products, 'product')} sold without a cost.`}
        {download.isError && errorText(download.error)}
      </output>
    </p>
  )
}
