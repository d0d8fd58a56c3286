import { FileDrop } from '#web/ui/FileDrop.tsx'
import styles from './DropArea.module.css'

export const DropArea = ({ onFiles }: { onFiles: (files: File[]) => void }) => (
  <div className={styles.place}>
    <FileDrop label="Drop files to import" title="Drop Amazon files here" onFiles={onFiles}>
      Reports as Amazon gives them; several at once, in any order, and again at any time.
    </FileDrop>
  </div>
)
