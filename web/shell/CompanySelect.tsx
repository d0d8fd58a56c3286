import { ChevronsUpDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Select, SelectValue } from 'react-aria-components/Select'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Option, OptionList } from '#web/ui/OptionList.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import { SearchableList } from '#web/ui/SearchableList.tsx'
import styles from './CompanySelect.module.css'

interface Company {
  id: string
  name: string
  isDemo: boolean
}

interface CompanySelectProps {
  companies: readonly Company[]
  company: Company
  onChange: (companyId: string) => void
  /** It stands by itself on a page. */
  isFramed?: boolean
}

/** Shows a company, and all others to change to. */
export const CompanySelect = ({ companies, company, onChange, isFramed = false }: CompanySelectProps) => (
  <Select aria-label="Company" value={company.id} onChange={(id) => onChange(String(id))}>
    <Button className={cx(styles.button, isFramed && styles.framed)}>
      <Avatar type="workspace" size="xs" name={company.name} />
      <SelectValue className={styles.value!}>{company.name}</SelectValue>
      {company.isDemo && <Badge>Demo</Badge>}
      <Icon of={ChevronsUpDown} />
    </Button>
    <Popover placement="bottom start">
      <SearchableList label="Search companies">
        <OptionList>
          {companies.map((option) => (
            <Option key={option.id} id={option.id} textValue={option.name}>
              <Avatar type="workspace" size="xs" name={option.name} />
              {option.name}
            </Option>
          ))}
        </OptionList>
      </SearchableList>
    </Popover>
  </Select>
)
