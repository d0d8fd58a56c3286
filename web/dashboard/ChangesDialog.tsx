import { useQuery } from '@tanstack/react-query'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { trpc } from '#web/trpc.ts'
import { rangeText } from '#web/ui/dates.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { pastText } from './as-of.ts'
import { ChangedLines } from './ChangedLines.tsx'
import type { ChangesQuestion } from './changes-question.ts'

interface ChangesDialogProps {
  question: ChangesQuestion
  onClose: () => void
}

/** How the lines of the statement differ from what they were, and which change made which part of it. */
export const ChangesDialog = ({ question, onClose }: ChangesDialogProps) => (
  <Modal
    isOpen
    size="lg"
    title={`What changed since ${pastText(question.since)}`}
    description={`Lines of the statement for ${rangeText(question.startDate, question.endDate)}, in ${question.currencyCode}, as this page selects them.`}
    onOpenChange={(isOpen) => {
      if (!isOpen) onClose()
    }}
  >
    <Changes question={question} />
  </Modal>
)

function Changes({ question }: Pick<ChangesDialogProps, 'question'>) {
  const query = useQuery(trpc.audit.listChanges.queryOptions(question, { staleTime: 0 }))
  return (
    <QueryBody title="What changed" query={query}>
      {(found) => (
        <ChangedLines
          found={found}
          companyId={question.companyId}
          currencyCode={question.currencyCode}
          named={`changes-${question.startDate}-${question.endDate}`}
          facts={[
            ['Dates', `${question.startDate} to ${question.endDate}`],
            ['Changed since', question.since],
          ]}
        />
      )}
    </QueryBody>
  )
}
