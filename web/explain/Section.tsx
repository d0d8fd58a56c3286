import styles from './Section.module.css'

/** A titled part of the drawer, closed above by a hairline. */
export function Section({
  title,
  note,
  children,
}: {
  title: string
  note?: string
  children: React.ReactNode
}) {
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>
        {title}
        {note && <span className={styles.note}>{note}</span>}
      </h3>
      {children}
    </section>
  )
}
