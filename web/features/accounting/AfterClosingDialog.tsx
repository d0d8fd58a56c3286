import { useQuery } from '@tanstack/react-query'
import type { CurrencyCode } from '#contract/currencies.ts'
import { pastFacts } from '#web/dashboard/as-of.ts'
import { ChangedLines } from '#web/dashboard/ChangedLines.tsx'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { ModalContent } from '#web/ui/ModalContent.tsx'
import { ModalFrame } from '#web/ui/ModalFrame.tsx'
import { monthName } from './month-name.ts'

interface AfterClosingDialogProps {
  month: string
  currencyCode: CurrencyCode
  asOf: string | undefined
  /** By how much net profit would be another one. */
  label: string
}

/** What came to a closed month since, by line and by cause. */
export const AfterClosingDialog = ({ label, ...asked }: AfterClosingDialogProps) => (
  <ModalFrame
    size="lg"
    trigger={
      <Button kind="ghost" size="sm" data-printed>
        {label}
      </Button>
    }
  >
    <ModalContent
      title={`${monthName(asked.month)}, after closing`}
      description={`What the statement would show ${asked.asOf === undefined ? 'now' : 'then'} if the month were open, compared with what it shows, in ${asked.currencyCode}.`}
    >
      <Changes {...asked} />
    </ModalContent>
  </ModalFrame>
)

function Changes({ month, currencyCode, asOf }: Omit<AfterClosingDialogProps, 'label'>) {
  const { company } = useCompany()
  const question = { companyId: company.id, month, currencyCode, ...(asOf !== undefined && { asOf }) }
  const query = useQuery(trpc.accounting.getAfterClosing.queryOptions(question))
  return (
    <QueryBody title="What came after closing" query={query}>
      {(found) => (
        <ChangedLines
          found={found}
          companyId={company.id}
          currencyCode={currencyCode}
          named={`after-closing-${month}`}
          facts={[
            ['Month', month],
            ...pastFacts(asOf),
            ['Then', 'The month as it is closed'],
            ['Now', 'The month as it would be were it open'],
          ]}
        />
      )}
    </QueryBody>
  )
}
