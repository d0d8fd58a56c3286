import { partLabel, subjectOf } from '#contract/journal-accounts.ts'
import type { JournalRowsInput, SettlementSummary } from '#contract/journals.ts'
import { isPnlLine } from '#contract/profit-and-loss-lines.ts'
import { pastFacts } from '#web/dashboard/as-of.ts'
import { SettlementRows } from '#web/explain/SettlementRows.tsx'
import { trpc } from '#web/trpc.ts'
import { monthOfYearText } from '#web/ui/dates.ts'
import { Inspector } from '#web/ui/Inspector.tsx'
import type { z } from 'zod'
import { partText, type JournalPart } from './journals-view.ts'

interface JournalRowsDrawerProps {
  companyId: string
  asOf?: string
  settlement: Pick<SettlementSummary, 'account' | 'settlementId' | 'currency'>
  part: JournalPart
  takesFocus: boolean
  onClose: () => void
}

type Asked = z.input<typeof JournalRowsInput>

/** The lines of the settlement's file behind one part of a journal. */
export function JournalRowsDrawer(props: JournalRowsDrawerProps) {
  const { settlement, part, takesFocus, onClose } = props
  const subject = `${settlement.settlementId} ${partText(part)}`
  return (
    <Inspector
      title={isPnlLine(part.line) ? partLabel(part) : 'No such line'}
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

function Rows({
  companyId,
  asOf,
  settlement: { account, settlementId, currency },
  part,
}: JournalRowsDrawerProps) {
  const asked = {
    companyId,
    ...(asOf !== undefined && { asOf }),
    account,
    settlementId,
    month: part.month,
    line: part.line as Asked['line'],
    marketplace: part.marketplace as Asked['marketplace'],
    isTaxKept: part.isTaxKept,
  }
  return (
    <SettlementRows
      companyId={companyId}
      currencyCode={currency}
      about={`What Amazon paid or charged in the settlement, in ${currency}, by the local days of the marketplace.`}
      ask={(page, options) => trpc.journals.getRows.queryOptions({ ...asked, ...page }, options)}
      file={{
        name: `journal-${settlementId}-${part.month}-${subjectOf(part.line, part.isTaxKept)}`,
        facts: [
          ...pastFacts(asOf),
          ['Settlement', settlementId],
          ['Account', account],
          ['Month', part.month],
          ['Line', partLabel(part)],
          ['Marketplace', part.marketplace || 'none'],
          ['Currency', currency],
        ],
      }}
    />
  )
}
