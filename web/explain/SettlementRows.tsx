import { useState } from 'react'
import type { ExplainedLines } from '#contract/explain.ts'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import styles from './SettlementRows.module.css'
import { SourceRows } from './SourceRows.tsx'
import { usePages, type AskPage } from './use-pages.ts'

interface SettlementRowsProps {
  companyId: string
  currencyCode: string
  /** What the rows are. */
  about: string
  ask: AskPage<ExplainedLines>
  file: Omit<React.ComponentProps<typeof SourceRows>['file'], 'read'>
}

const PAGE_ROWS = 50

/** The lines of a settlement's file behind one of its numbers, page after page. */
export function SettlementRows({ companyId, currencyCode, about, ask, file }: SettlementRowsProps) {
  const [pages, setPages] = useState(1)
  const { answers, read } = usePages(pages, PAGE_ROWS, ask)
  return (
    <>
      <p className={styles.about}>{about}</p>
      <QueryBody title="The lines" query={answers[0]!}>
        {({ rowCount }) => (
          <SourceRows
            rows={answers.flatMap(({ data }) => data?.rows ?? [])}
            total={rowCount}
            companyId={companyId}
            currencyCode={currencyCode}
            later={answers.slice(1)}
            onMore={() => setPages(pages + 1)}
            file={{ ...file, read }}
          />
        )}
      </QueryBody>
    </>
  )
}
