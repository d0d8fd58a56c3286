import { ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Disclosure as AriaDisclosure, DisclosurePanel } from 'react-aria-components/Disclosure'
import { Heading } from 'react-aria-components/Heading'
import styles from './Disclosure.module.css'
import { Icon } from './Icon.tsx'

interface DisclosureProps {
  title: string
  /** Of the heading. */
  level?: 2 | 3 | 4
  isOpenAtFirst?: boolean
  children: React.ReactNode
}

/** A section that opens under its title. */
export const Disclosure = ({ title, level = 3, isOpenAtFirst = false, children }: DisclosureProps) => (
  <AriaDisclosure defaultExpanded={isOpenAtFirst} className={styles.disclosure!}>
    <Heading level={level}>
      <Button slot="trigger" className={styles.trigger!}>
        <Icon of={ChevronRight} size={14} />
        {title}
      </Button>
    </Heading>
    <DisclosurePanel className={styles.panel!}>{children}</DisclosurePanel>
  </AriaDisclosure>
)
