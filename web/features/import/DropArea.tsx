import { FileUp } from 'lucide-react'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './DropArea.module.css'

/** Takes files by dropping, pasting or choosing them. */
export function DropArea({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <DropZone
      aria-label="Drop files to import"
      className={styles.area!}
      onDrop={({ items }) => {
        const files = items.flatMap((item) => (item.kind === 'file' ? [item.getFile()] : []))
        void Promise.all(files).then(onFiles)
      }}
    >
      <Icon of={FileUp} size={20} />
      <span className={styles.text}>
        <b>Drop Amazon files here</b>
        <span>Reports as Amazon gives them; several at once, in any order, and again at any time.</span>
      </span>
      <FileTrigger allowsMultiple onSelect={(files) => onFiles([...(files ?? [])])}>
        <Button kind="primary">Choose files</Button>
      </FileTrigger>
    </DropZone>
  )
}
