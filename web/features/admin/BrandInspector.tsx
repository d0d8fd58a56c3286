import type { AdminCompany } from '#contract/admin.ts'
import { Link } from '@tanstack/react-router'
import { Ban, RotateCcw } from 'lucide-react'
import { PATHS } from '#web/paths.ts'
import { ButtonLink } from '#web/shell/ButtonLink.tsx'
import { trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { momentText } from '#web/ui/dates.ts'
import { Identifier } from '#web/ui/Identifier.tsx'
import { Inspector } from '#web/ui/Inspector.tsx'
import { bytesText, countText, wholeText } from '#web/ui/numbers.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { BlockDialog } from './BlockDialog.tsx'
import styles from './BrandInspector.module.css'
import { FactList } from './FactList.tsx'
import { useCompanyChange } from './use-company-change.ts'
import { BLOCK_WORDS, LICENCE_WORDS } from './words.ts'

interface BrandInspectorProps {
  company: AdminCompany
  onClose: () => void
}

/** One company: what there is to know, and what can be done. */
export const BrandInspector = ({ company, onClose }: BrandInspectorProps) => (
  <Inspector
    title={company.name}
    subtitle={countText(company.memberCount, 'member')}
    subject={company.id}
    takesFocus
    onClose={onClose}
  >
    <div className={styles.body}>
      <FactList facts={factsOf(company)} />
      <div className={styles.actions}>
        <ButtonLink to={PATHS.transactionProfitAndLoss} params={{ companyId: company.id }}>
          Open as this company
        </ButtonLink>
        {company.blockReason === null ? (
          <BlockButton company={company} />
        ) : (
          <UnblockButton company={company} />
        )}
      </div>
      <p className={styles.note}>
        Viewing a company is recorded in the audit log. Only its members can change anything in it.
      </p>
      <p>
        <Link
          className={styles.link}
          to={PATHS.admin}
          params={{ page: 'auditLog' }}
          search={{ company: company.id }}
        >
          Its audit log
        </Link>
        {' · '}
        <Link
          className={styles.link}
          to={PATHS.admin}
          params={{ page: 'jobs' }}
          search={{ search: company.id }}
        >
          Its imports
        </Link>
      </p>
    </div>
  </Inspector>
)

const factsOf = (company: AdminCompany): (readonly [string, React.ReactNode])[] => [
  ['Id', <Identifier key="id">{company.id}</Identifier>],
  [
    'State',
    company.blockReason === null
      ? 'Open'
      : `${BLOCK_WORDS[company.blockReason]}${company.blockedAt ? ` since ${momentText(company.blockedAt)}` : ''}`,
  ],
  ['Owners', company.owners.length > 0 ? company.owners.join(', ') : <NoValue />],
  ['Licenses', company.licences.map((licence) => LICENCE_WORDS[licence]).join(', ') || 'None'],
  ['Rows', company.warehouseRows === null ? <NoValue /> : wholeText(company.warehouseRows)],
  ['Originals', bytesText(company.originalBytes)],
  ['Last import', company.lastImportAt === null ? <NoValue /> : momentText(company.lastImportAt)],
  ['Created', momentText(company.createdAt)],
]

const BlockButton = ({ company }: { company: AdminCompany }) => (
  <BlockDialog
    company={company}
    trigger={
      <Button kind="destructive" icon={Ban}>
        Block
      </Button>
    }
  />
)

function UnblockButton({ company: { id, name } }: { company: AdminCompany }) {
  const unblock = useCompanyChange(trpc.threefinAdmin.unblockCompany.mutationOptions())
  return (
    <ConfirmDialog
      trigger={<Button icon={RotateCcw}>Unblock</Button>}
      title={`Unblock ${name}?`}
      confirmLabel="Unblock"
      onConfirm={() => unblock.mutateAsync({ companyId: id })}
    >
      They get back in within five minutes.
    </ConfirmDialog>
  )
}
