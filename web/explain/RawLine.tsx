import { FileDown } from 'lucide-react'
import { Fragment } from 'react'
import { DownloadButton } from '#web/shell/DownloadButton.tsx'
import styles from './RawLine.module.css'

interface RawLineProps {
  /** Null where the file is not one of lines, or takes too long to read as far as that. */
  rawLine: string | null
  fileName: string
  lineNumber: number
  companyId: string
  importId: number
}

/** The line as it stood in the file, its tabs drawn, with the way to the file itself. */
export function RawLine({ rawLine, fileName, lineNumber, companyId, importId }: RawLineProps) {
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>
          Line {lineNumber} of {fileName}
        </span>
        <DownloadButton file="original" companyId={companyId} importId={importId} icon={FileDown}>
          Original file
        </DownloadButton>
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
