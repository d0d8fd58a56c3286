import { FileDown } from 'lucide-react'
import { Fragment } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './RawLine.module.css'

interface RawLineProps {
  /** Null where the file is not one of lines. */
  rawLine: string | null
  fileName: string
  lineNumber: number
  fileUrl: string
}

/** The line as it stood in the file, its tabs drawn, with the way to the file itself. */
export function RawLine({ rawLine, fileName, lineNumber, fileUrl }: RawLineProps) {
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>
          Line {lineNumber} of {fileName}
        </span>
        <a href={fileUrl} download={fileName} className={styles.download}>
          <Icon of={FileDown} size={14} />
          Original file
        </a>
      </figcaption>
      {rawLine !== null && (
        <pre className={styles.line}>
          {rawLine.split('\t').map((field, index) => (
            // A line has no other name for its fields than their order.
            <Fragment key={index}>
              {index > 0 && <i className={styles.tab}>⇥</i>}
              {field}
            </Fragment>
          ))}
        </pre>
      )}
    </figure>
  )
}
