import { ChevronsUpDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Select, SelectValue } from 'react-aria-components/Select'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Option, OptionList } from '#web/ui/OptionList.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import { SearchableList } from '#web/ui/SearchableList.tsx'
import styles from './CompanySelector.module.css'
import { useShellCompany } from './use-company.ts'
import { useSwitchCompany } from './use-switch-company.ts'

export function CompanySelector() {
  const { companies, company } = useShellCompany()
  const switchTo = useSwitchCompany()
  if (!company) return null
  return (
    <Select aria-label="Company" value={company.id} onChange={(id) => switchTo(String(id))}>
      <Button className={styles.button!}>
        <Avatar type="workspace" size="xs" name={company.name} />
        <SelectValue>{company.name}</SelectValue>
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
}
