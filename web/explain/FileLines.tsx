import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { dayText } from '#web/ui/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Identifier } from '#web/ui/Identifier.tsx'
import { countText } from '#web/ui/numbers.ts'
import { More } from './More.tsx'
import { RawLine } from './RawLine.tsx'
import { Section } from './Section.tsx'
import rowStyles from './SourceRow.module.css'
import styles from './SourceRows.module.css'

/** A line of a report that is no line of the statement. */
interface FileLine {
  day: string
  importId: number
  fileName: string
  lineNumber: number
  rawLine: string | null
}

interface FileLinesProps<Line extends FileLine> {
  companyId: string
  /** How many there are, where that is known before they are read. */
  count?: number
  /** The first at first. */
  pages: readonly UseQueryResult<{ rowCount: number; rows: Line[] }, unknown>[]
  onMore: () => void
  file: { name: string; content: React.ComponentProps<typeof ExportMenu>['content'] }
  /** What a line is about, and what of it counts. */
  children: (line: Line) => { about: string; amounts: React.ReactNode; remark?: React.ReactNode }
}

/** Lines of files behind a number, each of which opens as it stood there. */
export function FileLines<Line extends FileLine>(props: FileLinesProps<Line>) {
  const { companyId, count, pages, onMore, file, children } = props
  const lines = pages.flatMap(({ data }) => data?.rows ?? [])
  return (
    <Section title="Lines of files" {...(count !== undefined && { note: countText(count, 'line') })}>
      <QueryBody title="The lines" query={pages[0]!}>
        {({ rowCount }) => (
          <>
            <div className={styles.tools}>
              <ExportMenu content={file.content} fileName={file.name} />
            </div>
            <ol>
              {lines.map((line) => (
                <OneLine
                  key={`${line.importId}.${line.lineNumber}.${line.day}`}
                  companyId={companyId}
                  line={line}
                  {...children(line)}
                />
              ))}
            </ol>
            <More shown={lines.length} total={rowCount} later={pages.slice(1)} onMore={onMore} />
          </>
        )}
      </QueryBody>
    </Section>
  )
}

interface OneLineProps {
  companyId: string
  line: FileLine
  about: string
  amounts: React.ReactNode
  remark?: React.ReactNode
}

function OneLine({ companyId, line, about, amounts, remark }: OneLineProps) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { day, fileName, lineNumber, importId, rawLine } = line
  return (
    <li className={rowStyles.row}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={details}
        className={rowStyles.summary}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
        <span className={rowStyles.what}>
          <span className={rowStyles.origin}>
            <span className={rowStyles.day}>{dayText(day)}</span>
            <Identifier>{about}</Identifier>
          </span>
          <span className={rowStyles.origin}>
            <Identifier>
              {fileName}:{lineNumber}
            </Identifier>
          </span>
        </span>
        <span className={rowStyles.amounts}>{amounts}</span>
      </button>
      {isOpen && (
        <div id={details} className={rowStyles.details}>
          {remark}
          <RawLine {...{ rawLine, fileName, lineNumber, companyId, importId }} />
        </div>
      )}
    </li>
  )
}
