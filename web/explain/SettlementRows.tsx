import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, queryClient, type trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
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
  const [first] = answers
  if (first?.isError)
    return (
      <StateMessage
        kind="error"
        title="These lines could not be read"
        action={<Button onPress={() => void first.refetch()}>Try again</Button>}
      >
        {errorText(first.error)}
      </StateMessage>
    )
  return (
    <>
      <p className={styles.about}>{about}</p>
      <SourceRows
        rows={answers.flatMap(({ data }) => data?.rows ?? [])}
        total={first?.data?.rowCount}
        companyId={companyId}
        currencyCode={currencyCode}
        later={answers.slice(1)}
        onMore={() => setPages(pages + 1)}
        file={{ ...file, read: (page) => queryClient.fetchQuery(ask(page, { gcTime: 0 })) }}
      />
    </>
  )
}
