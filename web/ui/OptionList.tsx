import { Check } from 'lucide-react'
import { ListBox, ListBoxItem, type ListBoxItemProps, type ListBoxProps } from 'react-aria-components/ListBox'
import { CheckMark } from './CheckMark.tsx'
import { Icon } from './Icon.tsx'
import styles from './OptionList.module.css'

/** The choices of a select or picker. */
export function OptionList<T extends object>(props: Omit<ListBoxProps<T>, 'className'>) {
  // Escape closes what the list stands in; the library would have it forget what is chosen.
  return <ListBox escapeKeyBehavior="none" {...props} className={styles.list!} />
}

interface OptionProps extends Omit<ListBoxItemProps, 'className' | 'children'> {
  /** Stands at the right edge, muted. */
  hint?: string | undefined
  children: React.ReactNode
}

/** One choice: a check box where several may hold, a check mark where one does. */
export function Option({ hint, children, ...props }: OptionProps) {
  return (
    <ListBoxItem {...props} className={styles.option!}>
      {({ isSelected, selectionMode }) => (
        <>
          {selectionMode === 'multiple' && <CheckMark isSelected={isSelected} />}
          <span className={styles.name}>{children}</span>
          <span className={styles.hint}>{hint}</span>
          {selectionMode === 'single' && isSelected && <Icon of={Check} size={14} />}
        </>
      )}
    </ListBoxItem>
  )
}
