import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { queryClient, type trpc } from '#web/trpc.ts'
import styles from './SettlementRows.module.css'
import { SourceRows } from './SourceRows.tsx'

interface Page {
  limit: number
  offset: number
}

interface SettlementRowsProps {
  companyId: string
  currencyCode: string
  /** What the rows are. */
  about: string
  ask: (
    page: Page,
    options?: { gcTime: number },
  ) => ReturnType<
    typeof trpc.journals.getRows.queryOptions | typeof trpc.profitAndLoss.getPayoutBridgeRows.queryOptions
  >
  file: Omit<React.ComponentProps<typeof SourceRows>['file'], 'read'>
}

const PAGE_ROWS = 50

/** The lines of a settlement's file behind one of its numbers, page after page. */
export function SettlementRows({ companyId, currencyCode, about, ask, file }: SettlementRowsProps) {
  const [pages, setPages] = useState(1)
  const answers = useQueries({
    queries: Array.from({ length: pages }, (_, page) => ask({ limit: PAGE_ROWS, offset: page * PAGE_ROWS })),
  })
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
            file={{ ...file, read: (page) => queryClient.fetchQuery(ask(page, { gcTime: 0 })) }}
          />
        )}
      </QueryBody>
    </>
  )
}
