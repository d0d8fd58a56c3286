import { useState } from 'react'
import type { ExplainLinesInput } from '#contract/explain.ts'
import { SearchFilter } from '#web/filters/SearchFilter.tsx'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { trpc } from '#web/trpc.ts'
import { countText, wholeText } from '#web/ui/numbers.ts'
import type { AskedNumber } from './Groups.tsx'
import styles from './Groups.module.css'
import { More } from './More.tsx'
import { Section } from './Section.tsx'
import { SourceList } from './SourceRows.tsx'
import { exportedLines, fileNameOf, subjectFacts, type Subject } from './told-apart-export.ts'
import { usePages } from './use-pages.ts'

interface LinesProps {
  title?: string
  number: AskedNumber & { group?: NonNullable<ExplainLinesInput['group']> }
  subject: Subject
}

const PAGE_SIZE = 50
/** Fewer are seen at a glance. */
const SEARCHED_FROM = 10

/** The lines of Amazon's own files behind a number or one of its groups. */
export function Lines({ title = 'Lines of files', number, subject }: LinesProps) {
  const [{ search, pages }, setView] = useState({ search: '', pages: 1 })
  const question = { ...number, searchText: search }
  const { answers, read } = usePages(pages, PAGE_SIZE, (page, options) =>
    trpc.audit.explainLines.queryOptions({ ...question, ...page }, options),
  )
  const rows = answers.flatMap(({ data }) => data?.rows ?? [])
  return (
    <Section title={title}>
      <QueryBody title="The lines" query={answers[0]!}>
        {({ rowCount }) => (
          <>
            {(rowCount > 0 || search !== '') && (
              <div className={styles.tools}>
                {(search !== '' || rowCount > SEARCHED_FROM) && (
                  <SearchFilter
                    label="Search lines"
                    value={search}
                    onChange={(text) => setView({ search: text, pages: 1 })}
                  />
                )}
                <output className={styles.count}>
                  {search === '' ? countText(rowCount, 'line') : `${wholeText(rowCount)} found`}
                </output>
                <ExportMenu
                  content={() =>
                    exportedLines(
                      [...subjectFacts(subject), ...(search === '' ? [] : [['Search', search] as const])],
                      number.currencyCode,
                      read,
                    )
                  }
                  fileName={fileNameOf(subject, 'lines')}
                />
              </div>
            )}
            {rowCount === 0 ? (
              <p className={styles.none}>
                {search === '' ? 'No file lines contribute to this number.' : `No line matches “${search}”.`}
              </p>
            ) : (
              <SourceList rows={rows} companyId={number.companyId} currencyCode={number.currencyCode} />
            )}
            <More
              shown={rows.length}
              total={rowCount}
              later={answers.slice(1)}
              onMore={() => setView({ search, pages: pages + 1 })}
            />
          </>
        )}
      </QueryBody>
    </Section>
  )
}
