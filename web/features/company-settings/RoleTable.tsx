import { Check } from 'lucide-react'
import { mayDo, PERMISSIONS, ROLES, type Permission } from '#contract/roles.ts'
import { PERMISSION_LABELS, ROLE_LABELS } from '#web/settings/role-words.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NO_VALUE } from '#web/ui/numbers.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './TeamTables.module.css'

/** The table that the server enforces, as it enforces it. */
export const RoleTable = () => (
  <SimpleTable
    label="Who may do what"
    columns={COLUMNS}
    rows={Object.keys(PERMISSIONS) as Permission[]}
    rowId={(permission) => permission}
  />
)

const COLUMNS: readonly SimpleColumn<Permission>[] = [
  {
    id: 'permission',
    title: 'What',
    kind: 'text',
    isName: true,
    cell: (permission) => PERMISSION_LABELS[permission],
  },
  ...ROLES.map((role): SimpleColumn<Permission> => ({
    id: role,
    title: ROLE_LABELS[role],
    kind: 'text',
    cell: (permission) =>
      mayDo(role, permission) ? (
        <span className={styles.allowed}>
          <Icon of={Check} />
          <VisuallyHidden>yes</VisuallyHidden>
        </span>
      ) : (
        <>
          <span aria-hidden>{NO_VALUE}</span>
          <VisuallyHidden>no</VisuallyHidden>
        </>
      ),
  })),
]
