import { useMutation } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { getDownloadTicket } from '#web/download-calls.ts'
import { fileUrls } from '#web/file-urls.ts'
import { errorText } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './DownloadButton.module.css'

interface DownloadButtonProps {
  file: 'original' | 'refusedRows'
  companyId: string
  importId: number
  icon: LucideIcon
  children: React.ReactNode
}

/**
 * Downloads a file of an import. A link cannot carry who is asking, so each download gets a ticket of its own, which
 * stands in its address and is good once.
 */
export function DownloadButton({ file, companyId, importId, icon, children }: DownloadButtonProps) {
  const download = useMutation({
    mutationFn: async () => {
      const { ticket } = await getDownloadTicket(companyId, importId)
      const link = document.createElement('a')
      link.href = fileUrls[file](companyId, importId, ticket)
      link.download = ''
      link.click()
    },
  })
  return (
    <span className={styles.download}>
      <Button kind="tertiary" icon={icon} isPending={download.isPending} onPress={() => download.mutate()}>
        {children}
      </Button>
      {download.isError && (
        <span role="alert" className={styles.problem}>
          {errorText(download.error)}
        </span>
      )}
    </span>
  )
}
