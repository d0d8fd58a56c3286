import { ChevronDown } from 'lucide-react'
import { Button, type ButtonProps } from 'react-aria-components/Button'
import styles from './FilterTrigger.module.css'
import { Icon } from './Icon.tsx'

interface FilterTriggerProps extends Omit<ButtonProps, 'className' | 'children'> {
  /** Names the filter before its value; hidden where the sheet is narrow. */
  label?: string
  children: React.ReactNode
}

/** The button of a filter: what it filters, muted, and what holds. */
export function FilterTrigger({ label, children, ...props }: FilterTriggerProps) {
  return (
    <Button {...props} className={styles.trigger!}>
      {label && <span className={styles.label}>{label}</span>}
      <span className={styles.value}>{children}</span>
      <Icon of={ChevronDown} size={12} />
    </Button>
  )
}
