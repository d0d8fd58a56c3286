import { useKeptFocus } from './use-kept-focus.ts'
import styles from './SettingsSection.module.css'

interface SettingsSectionProps {
  title: string
  /** What it is for. */
  note?: React.ReactNode
  /** A table takes the whole width, below its title. */
  isWide?: boolean
  children: React.ReactNode
}

/** A part of a page of settings: what it is about at the left, what can be set beside it. */
export function SettingsSection({ title, note, isWide = false, children }: SettingsSectionProps) {
  const { part, heading } = useKeptFocus()
  return (
    <section ref={part} className={isWide ? styles.wide : styles.section}>
      <div>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {note && <div className={styles.note}>{note}</div>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
