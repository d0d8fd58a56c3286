import { Check, Minus } from 'lucide-react'
import styles from './CheckMark.module.css'
import { Icon } from './Icon.tsx'

interface CheckMarkProps {
  isSelected: boolean
  /** Some of what it stands for is selected. */
  isIndeterminate?: boolean
}

/** The drawn box of a check box or of an option. */
export const CheckMark = ({ isSelected, isIndeterminate = false }: CheckMarkProps) => (
  <span className={styles.box} data-checked={isSelected || isIndeterminate || undefined}>
    {isIndeterminate ? <Icon of={Minus} size={12} /> : isSelected && <Icon of={Check} size={12} />}
  </span>
)
