import { FileUp } from 'lucide-react'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from './Button.tsx'
import styles from './FileDrop.module.css'
import { Icon } from './Icon.tsx'

interface FileDropProps {
  /** Names the area for those who do not see it. */
  label: string
  title: string
  children: React.ReactNode
  buttonLabel?: string
  /** Media types or endings, for choosing; whoever takes the files looks at them anyway. */
  acceptedFileTypes?: readonly string[]
  allowsMultiple?: boolean
  /** Why no files are taken now. */
  disabledReason?: string | undefined
  onFiles: (files: File[]) => void
}

/** Takes files by dropping, pasting or choosing them. */
export const FileDrop = ({
  label,
  title,
  children,
  buttonLabel = 'Choose files',
  acceptedFileTypes,
  allowsMultiple = true,
  disabledReason,
  onFiles,
}: FileDropProps) => (
  <DropZone
    aria-label={label}
    isDisabled={disabledReason !== undefined}
    className={styles.area!}
    onDrop={({ items }) => {
      const files = items.flatMap((item) => (item.kind === 'file' ? [item.getFile()] : []))
      void Promise.all(allowsMultiple ? files : files.slice(0, 1)).then(onFiles)
    }}
  >
    <Icon of={FileUp} size={20} />
    <span className={styles.text}>
      <b>{title}</b>
      <span>{children}</span>
    </span>
    <FileTrigger
      allowsMultiple={allowsMultiple}
      {...(acceptedFileTypes && { acceptedFileTypes })}
      onSelect={(files) => onFiles([...(files ?? [])])}
    >
      <Button kind="primary" disabledReason={disabledReason}>
        {buttonLabel}
      </Button>
    </FileTrigger>
  </DropZone>
)
