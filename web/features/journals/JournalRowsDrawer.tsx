import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { JournalRowsInput, SettlementSummary } from '#contract/journals.ts'
import { isPnlLine, PNL_LINES } from '#contract/profit-and-loss-lines.ts'
import { SourceRows } from '#web/explain/SourceRows.tsx'
import { errorText, queryClient, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { monthOfYearText } from '#web/ui/dates.ts'
import { Inspector } from '#web/ui/Inspector.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import type { z } from 'zod'
import { partText, type JournalPart } from './journals-view.ts'
import styles from './JournalsPage.module.css'

interface JournalRowsDrawerProps {
  companyId: string
  settlement: Pick<SettlementSummary, 'account' | 'settlementId' | 'currency'>
  part: JournalPart
  takesFocus: boolean
  onClose: () => void
}

type Asked = z.input<typeof JournalRowsInput>

const PAGE_ROWS = 50

/** The lines of the settlement's file behind one part of a journal. */
export function JournalRowsDrawer(props: JournalRowsDrawerProps) {
  const { settlement, part, takesFocus, onClose } = props
  const subject = `${settlement.settlementId} ${partText(part)}`
  return (
    <Inspector
      title={isPnlLine(part.line) ? PNL_LINES[part.line].label : 'No such line'}
      subtitle={[
        monthOfYearText(`${part.month}-01`),
        part.marketplace,
        `settlement ${settlement.settlementId}`,
      ]
        .filter(Boolean)
        .join(', ')}
      subject={subject}
      takesFocus={takesFocus}
      onClose={onClose}
    >
      <Rows key={subject} {...props} />
    </Inspector>
  )
}

function Rows({ companyId, settlement: { account, settlementId, currency }, part }: JournalRowsDrawerProps) {
  const [pages, setPages] = useState(1)
  const asked = {
    companyId,
    account,
    settlementId,
    month: part.month,
    line: part.line as Asked['line'],
    marketplace: part.marketplace as Asked['marketplace'],
  }
  const answers = useQueries({
    queries: Array.from({ length: pages }, (_, page) =>
      trpc.journals.getRows.queryOptions({ ...asked, limit: PAGE_ROWS, offset: page * PAGE_ROWS }),
    ),
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
      <p className={styles.definition}>
        What Amazon paid or charged in the settlement, in {currency}, by the local days of the marketplace.
      </p>
      <SourceRows
        rows={answers.flatMap(({ data }) => data?.rows ?? [])}
        total={first?.data?.rowCount}
        companyId={companyId}
        currencyCode={currency}
        later={answers.slice(1)}
        onMore={() => setPages(pages + 1)}
        file={{
          name: `journal-${settlementId}-${part.month}-${part.line}`,
          facts: [
            ['Settlement', settlementId],
            ['Account', account],
            ['Month', part.month],
            ['Line', isPnlLine(part.line) ? PNL_LINES[part.line].label : part.line],
            ['Marketplace', part.marketplace || 'none'],
            ['Currency', currency],
          ],
          read: (page) =>
            queryClient.fetchQuery(trpc.journals.getRows.queryOptions({ ...asked, ...page }, { gcTime: 0 })),
        }}
      />
    </>
  )
}
