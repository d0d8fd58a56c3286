import { ROLE_UNKNOWN } from '#web/settings/use-team.ts'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import styles from './DropArea.module.css'

interface DropAreaProps {
  /** Why the person who looks may not import. */
  refusal: string | undefined
  onFiles: (files: File[]) => void
}

export function DropArea({ refusal, onFiles }: DropAreaProps) {
  const isRefused = refusal !== undefined && refusal !== ROLE_UNKNOWN
  return (
    <div className={styles.place}>
      <FileDrop
        label="Drop files to import"
        title="Drop Amazon files here"
        disabledReason={refusal}
        onFiles={onFiles}
      >
        {isRefused
          ? refusal
          : 'Reports as downloaded from Amazon: several at once, in any order. You can import a file again at any time.'}
      </FileDrop>
    </div>
  )
}
