import { Select, SelectValue } from 'react-aria-components/Select'
import { ROLES, type Role } from '#contract/roles.ts'
import { ROLE_LABELS } from '#web/settings/role-words.ts'
import { ChoiceList } from '#web/ui/ChoiceList.tsx'
import { FilterTrigger } from '#web/ui/FilterTrigger.tsx'
import { Popover } from '#web/ui/Popover.tsx'

export const ROLE_CHOICES = ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))

interface RoleSelectProps {
  label: string
  value: Role
  onChange: (role: Role) => void
  isPending: boolean
  /** Why it cannot be changed. */
  disabledReason: string | undefined
}

/** A role in a row of a table, which another one takes the place of at once. */
export const RoleSelect = ({ label, value, onChange, isPending, disabledReason }: RoleSelectProps) => (
  <Select
    aria-label={label}
    value={value}
    onChange={(key) => {
      const role = ROLES.find((one) => one === key)
      if (role && role !== value) onChange(role)
    }}
  >
    <FilterTrigger aria-label={label} isDisabled={isPending} disabledReason={disabledReason}>
      <SelectValue>{ROLE_LABELS[value]}</SelectValue>
    </FilterTrigger>
    <Popover placement="bottom start">
      <ChoiceList choices={ROLE_CHOICES} />
    </Popover>
  </Select>
)
