import styles from './Words.module.css'

interface EntriesProps {
  entries: readonly (readonly [term: string, value: React.ReactNode])[]
}

/** Terms with what is said of each. */
export const Entries = ({ entries }: EntriesProps) => (
  <dl className={styles.entries}>
    {entries.map(([term, value]) => (
      <div key={term} className={styles.entry}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
