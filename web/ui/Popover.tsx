import { Popover as AriaPopover, type PopoverProps } from 'react-aria-components/Popover'
import styles from './Popover.module.css'

export function Popover(props: Omit<PopoverProps, 'className' | 'offset'>) {
  return <AriaPopover {...props} offset={4} className={styles.popover!} />
}
